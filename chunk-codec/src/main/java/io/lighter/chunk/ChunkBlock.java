// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/**
 * A block in the form that any block cache accepts: unpacked, in the file's data-block encoding,
 * without checksums, in an on-heap array of its own. Evicting a block frees its memory
 * independently of its neighbours.
 *
 * @param offset in the file
 */
public record ChunkBlock(long offset, HFileBlock block) {}
