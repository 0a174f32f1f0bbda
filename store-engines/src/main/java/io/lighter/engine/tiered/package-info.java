// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The tiered engine without HBase: which level a file belongs to, and which files to merge next.
 * After Spillane, Shetty, Zadok, Archak and Dixit, "An Efficient Multi-Tier Tablet Server Storage
 * Architecture" (ACM SoCC 2011).
 *
 * <p>The files of a store form <em>levels</em> by size. A level is computed from lengths and ages
 * each time and is stored nowhere. A <em>run</em> is a stretch of files of one level that are
 * adjacent in age and not compacting. A run with K files is <em>full</em>, and is merged into one
 * file, usually of the next level. A <em>tier</em> is a stretch of levels whose outputs have one
 * HDFS storage policy, and a K of their own. The <em>base</em> is the size of a file of level 0, as
 * flushes make them.
 *
 * <p>Start at {@link io.lighter.engine.tiered.TieredPlanner}, which chooses a {@link
 * io.lighter.engine.tiered.TieredJob} from a list of {@link io.lighter.engine.tiered.FileView}s.
 * {@link io.lighter.engine.tiered.Levels} knows levels and tiers for one base, {@link
 * io.lighter.engine.tiered.BaseSize} measures that, and {@link io.lighter.engine.tiered.RunPicker}
 * finds runs.
 *
 * <p>The tier of an output is chosen before the merge, from the size that {@link
 * io.lighter.engine.tiered.ShrinkForecast} expects. A file whose real size belongs to another tier
 * is a matter of {@code io.lighter.engine.placement}.
 *
 * <p>{@link io.lighter.engine.tiered.TierSpill} repeats the write of a flush or a merge with the
 * policy of another tier if HDFS has no room for the first one.
 *
 * <p>{@link io.lighter.engine.tiered.LevelState} is what operators are shown of the levels, and
 * {@link io.lighter.engine.tiered.StoreWrites} what was written to them. {@link
 * io.lighter.engine.tiered.TieredMetrics} has the same of a whole region server.
 *
 * <p>All classes but {@code TieredPlanner}, {@code ShrinkForecast}, {@code StoreWrites}, {@code
 * TieredMetrics} and {@code ForecastErrors} are immutable or have no state. The package does no
 * I/O and has no clock.
 */
package io.lighter.engine.tiered;
