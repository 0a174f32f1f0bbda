// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.remote;

import io.lighter.common.CompactionJobId;
import org.apache.hadoop.hbase.ServerName;

/** An output whose blocks a compaction server was asked to retain. */
public record RetainedOutput(CompactionJobId job, ServerName server) {}
