// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The experiment of "Efficient Range-Based Storage Management for Scalable Datastores": short scans
 * beside inserts, by store engine and compaction policy.
 *
 * <p>A <em>load</em> inserts all rows of a {@link io.lighter.benchmarks.experiment.load.LoadPlan}
 * into a fresh table of one {@link io.lighter.benchmarks.experiment.load.Engine}. Reads go on
 * beside the inserts, and time is divided into <em>windows</em>: each has scans only, or gets only.
 * {@link io.lighter.benchmarks.experiment.load.LoadExperiment} runs the loads of all engines on
 * one local cluster. {@link io.lighter.benchmarks.experiment.load.LoadRun} has what was measured;
 * the package {@code report} computes the figures.
 *
 * <p>Threads: one runs the experiment; clients and samplers have their own. The clients are in this
 * JVM.
 */
package io.lighter.benchmarks.experiment.load;
