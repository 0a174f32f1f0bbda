// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Experiments that load tables of several store engines: short scans beside inserts, after
 * "Efficient Range-Based Storage Management for Scalable Datastores", and loads in several orders
 * of keys with reads after them, after "A Novel Multi-Stage Forest-Based Key-Value Store". Levels
 * and tiers on fast and slow disks follow "An Efficient Multi-Tier Tablet Server Storage
 * Architecture".
 *
 * <p>A <em>load</em> inserts all rows of a {@link io.lighter.benchmarks.experiment.load.LoadPlan}
 * into a fresh table of one {@link io.lighter.benchmarks.experiment.load.Engine}. Reads go on
 * beside the inserts, or after them with one {@link
 * io.lighter.benchmarks.experiment.load.ReadSetting} after the other. Time is divided into
 * <em>windows</em>: each has scans only, or gets only. A {@link
 * io.lighter.benchmarks.experiment.load.LoadSet} says what is loaded and read; {@link
 * io.lighter.benchmarks.experiment.load.LoadExperiment} does it on one local cluster. A load, or
 * the reads of a setting, are a {@link io.lighter.benchmarks.experiment.load.Row} of the results. A
 * {@link io.lighter.benchmarks.experiment.load.ReadUse} says which rows of a loaded table are read.
 * {@link io.lighter.benchmarks.experiment.load.MeasuredRun} has what was measured; the package
 * {@code report} computes the figures.
 *
 * <p>Threads: one runs the experiment; clients and samplers have their own. The clients are in this
 * JVM.
 */
package io.lighter.benchmarks.experiment.load;
