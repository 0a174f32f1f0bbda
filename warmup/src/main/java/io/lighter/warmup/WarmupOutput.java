// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import org.apache.hadoop.hbase.io.hfile.HFile;

/**
 * An output file that a warm-up caches.
 *
 * @param reader open until the warm-up has ended
 * @param supply source of blocks that need not be read from the file
 */
public record WarmupOutput(HFile.Reader reader, ChunkSupply supply) {}
