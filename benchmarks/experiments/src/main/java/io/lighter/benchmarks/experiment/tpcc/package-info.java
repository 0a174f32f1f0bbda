// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The paper's Figure 8: TPC-C on two region servers during compactions of the Stock table and of
 * the Order-Line table.
 *
 * <p>Start with {@link io.lighter.benchmarks.experiment.tpcc.TpccExperiment}, the sequence of
 * trials. {@link io.lighter.benchmarks.experiment.Trial} measures one strategy once, as in other
 * experiments. This package has the tables ({@link
 * io.lighter.benchmarks.experiment.tpcc.ClonedDatabase}) and the clients ({@link
 * io.lighter.benchmarks.experiment.tpcc.TpccWorkload}).
 *
 * <p>Threads: one runs the experiment. The clients are a separate process.
 */
package io.lighter.benchmarks.experiment.tpcc;
