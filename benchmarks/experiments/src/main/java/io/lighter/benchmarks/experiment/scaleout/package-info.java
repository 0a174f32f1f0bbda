/**
 * The paper's Figure 9: what more compaction servers are good for. {@code ScaleOut} is a run on a
 * local cluster that grows while regions ask for compactions at a fixed rate; {@code
 * SimulatedScaleOut} the same for clusters that no machine holds. {@code QueueFigures} says what
 * came of it. One thread each.
 */
package io.lighter.benchmarks.experiment.scaleout;
