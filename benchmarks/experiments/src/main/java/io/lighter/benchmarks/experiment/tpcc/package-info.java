/**
 * The paper's Figure 8: TPC-C on two region servers, while the Stock table is compacted, and while
 * the Order-Line table is.
 *
 * <p>Start with {@link io.lighter.benchmarks.experiment.tpcc.TpccExperiment}, which is the order of
 * things. One strategy measured once is {@link io.lighter.benchmarks.experiment.Trial}, as in the
 * other experiments; here are its tables ({@link
 * io.lighter.benchmarks.experiment.tpcc.ClonedDatabase}) and its clients ({@link
 * io.lighter.benchmarks.experiment.tpcc.TpccWorkload}).
 *
 * <p>Threads: one runs the experiment. The clients are a process of their own.
 */
package io.lighter.benchmarks.experiment.tpcc;
