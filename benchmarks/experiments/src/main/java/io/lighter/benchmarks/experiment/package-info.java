/**
 * The paper's experiments on one machine: what clients feel while a table is compacted and its
 * blocks become warm again, by strategy.
 *
 * <p>Start with {@link io.lighter.benchmarks.experiment.Experiment}, which is the order of things;
 * {@link io.lighter.benchmarks.experiment.Trial} is one strategy measured once, {@link
 * io.lighter.benchmarks.experiment.Workload} the seam for other clients than YCSB's. What is
 * computed from the measurements, and how it is shown, is in {@code report}.
 *
 * <p>Threads: one runs the experiment; {@link io.lighter.benchmarks.experiment.ServerSampler} has
 * one of its own. Clients are processes of their own. All times are of this machine's wall clock.
 */
package io.lighter.benchmarks.experiment;
