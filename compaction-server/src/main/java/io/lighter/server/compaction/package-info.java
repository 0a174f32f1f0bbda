// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * HBase's own compactor, run for a job on the job's worker thread.
 *
 * <p>Start with {@link io.lighter.server.compaction.HBaseCompactionRunner} and {@link
 * io.lighter.server.compaction.JobCompaction}. Every job has a region and a store object of its
 * own, without WAL, services or block cache; the adapters are in {@code
 * org.apache.hadoop.hbase.regionserver}. The region server decides what is compacted, and commits
 * the output.
 */
package io.lighter.server.compaction;
