// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The forest engine without HBase: which file belongs to which tree, and which files to compact
 * next. After Lu, Cao, Mei, Jiang and Li, "A Novel Multi-Stage Forest-Based Key-Value Store for
 * Holistic Performance Improvement" (IEEE TPDS, DOI 10.1109/TPDS.2019.2950248).
 *
 * <p>A store is a list of <em>trees</em>, from the oldest to the newest. A tree is the files whose
 * <em>position</em>, a sequence id, lies in one interval. Each tree has a <em>stage</em>: a flush
 * is a tree of stage 1, and in a <em>round</em> as many trees as the fan-out become one tree of the
 * next stage. Only files that overlap are merged, in <em>clusters</em>; all others belong to the
 * new tree as they are, and are not written again. A tree without overlaps is <em>settled</em>.
 * Outputs say in a {@link io.lighter.engine.forest.ForestHint} which tree they are of, and end at
 * the <em>fences</em> of their stage, so that clusters of later rounds stay small.
 *
 * <p>Start at {@link io.lighter.engine.forest.Forest}, a pure function of the store's files. {@link
 * io.lighter.engine.forest.ForestPlanner} turns a forest into a {@link
 * io.lighter.engine.forest.ForestPlan}, whose outputs {@link io.lighter.engine.forest.CutRule}
 * divides. {@link io.lighter.engine.forest.TreesPlan} is that plan as data for a compactor. What a
 * file is ({@link io.lighter.engine.range.RangeFile}) and what a major compaction has still to visit
 * ({@link io.lighter.engine.range.MajorSweep}) are those of the range engine.
 *
 * <p>Not here yet: parallel search and resident filters.
 *
 * <p>A flush may be several files ({@link io.lighter.engine.forest.FlushPieces}), which have one
 * position, so that they are one tree.
 *
 * <p>All classes but {@code CutRule} and {@code FlushCuts} are immutable or have no state, so threads share them freely.
 * The package does no I/O and has no clock. Row keys are compared as unsigned bytes.
 */
package io.lighter.engine.forest;
