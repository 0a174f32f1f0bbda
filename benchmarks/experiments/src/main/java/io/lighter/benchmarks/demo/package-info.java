/**
 * The demo: one table compacted by stock HBase, its twin by Lighter, each read all the while, and
 * compared cell by cell at the end.
 *
 * <p>Start with {@link io.lighter.benchmarks.demo.Demo}, which is the sequence of steps; {@link
 * io.lighter.benchmarks.demo.TableTrial} is what is measured of one table, {@link
 * io.lighter.benchmarks.demo.DemoCommand} the command line. Nothing here depends on a manager or
 * compaction server staying alive.
 */
package io.lighter.benchmarks.demo;
