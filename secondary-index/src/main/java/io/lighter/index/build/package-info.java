// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Builds the entries of rows that a data table has, from a snapshot, while the table is written.
 * All reading and sorting happens outside of region servers, on HBase's files; region servers take
 * the snapshot and load the result.
 *
 * <p>Start with {@link io.lighter.index.build.SnapshotBuilder}, which runs a build, and with {@code
 * IndexBuild}, which has the steps. {@code ServerJobs} runs the jobs of a build on compaction
 * servers, where {@link io.lighter.index.build.BuildJobRunner} does the work; {@code LocalJobs}
 * runs them in this process. Words: a <em>run</em> holds the sorted entries of one region of the
 * snapshot. <em>F</em> of that region is the largest sequence id of its files in the snapshot, and
 * the stamp of the run's entries. A <em>merged file</em> has the entries of all runs for one region
 * of the index table.
 *
 * <p>Why F: every write that is in the snapshot has a sequence id up to F, and removals of such
 * writes reach no further than that. Every later write has a higher stamp, so its removal reaches
 * the entries of the run, also if the removal comes first.
 *
 * <p>Threads: jobs run in a pool of the build, and those on servers in a pool of the server; all
 * else is confined to the thread that builds.
 */
package io.lighter.index.build;
