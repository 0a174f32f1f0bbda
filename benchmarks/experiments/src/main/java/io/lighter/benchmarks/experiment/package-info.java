// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The paper's experiments on one machine: latencies of clients while a table is compacted and its
 * blocks become warm again, by strategy.
 *
 * <p>Start with {@link io.lighter.benchmarks.experiment.Experiment}, the sequence of trials. {@link
 * io.lighter.benchmarks.experiment.Trial} measures one strategy once, and {@link
 * io.lighter.benchmarks.experiment.Workload} is the interface for clients other than YCSB's. The
 * package {@code report} computes and renders the figures.
 *
 * <p>Threads: one runs the experiment; {@link io.lighter.benchmarks.experiment.ServerSampler} and
 * {@link io.lighter.benchmarks.stall.StallSampler} have their own. Clients are separate processes.
 * All times are of this machine's wall clock.
 */
package io.lighter.benchmarks.experiment;
