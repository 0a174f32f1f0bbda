// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * {@code bench slik}: what secondary indexes cost writes and reads, as ratios to the same operation
 * without an index, in one run. The figures are those of "Scalable Low-Latency Indexes for a
 * Key-Value Store" (Kejriwal, 2017), chapter 9.
 *
 * <p>Start with {@code IndexBenchmark}. A run has trials, each on a new cluster; a trial has rounds,
 * each of which measures all operations, one after the other, by one client. {@code Comparison} has
 * the ratios and their aims, {@code IndexResults} the intervals and verdicts. All of it is confined
 * to the command's thread.
 */
package io.lighter.benchmarks.index;
