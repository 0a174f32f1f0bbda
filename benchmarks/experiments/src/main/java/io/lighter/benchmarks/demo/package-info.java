// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The demo: one table compacted by stock HBase and its twin by Lighter, both read all the time and
 * compared cell by cell at the end. Both tables are measured in turns.
 *
 * <p>Start with {@link io.lighter.benchmarks.demo.Demo}, the sequence of steps. {@link
 * io.lighter.benchmarks.demo.TableTrial} measures one turn of a table, {@link
 * io.lighter.benchmarks.demo.DemoReport} is the result, and {@link
 * io.lighter.benchmarks.demo.DemoCommand} is the command. The demo works without a live manager or
 * compaction server. {@link io.lighter.benchmarks.demo.IndexDemo} shows a secondary index instead.
 */
package io.lighter.benchmarks.demo;
