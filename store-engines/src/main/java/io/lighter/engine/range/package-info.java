// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The range engine without HBase: which file belongs to which key range, and which files to compact
 * next.
 *
 * <p>A store's key space is a list of disjoint <em>ranges</em>. Each range has one large file, its
 * <em>base</em>, and small files that lie within the range, its <em>deltas</em>. A file that spans
 * several ranges is <em>wide</em>: a flush, a bulk load, or a file that a split of its range has
 * overtaken. Files without a cell are <em>empty</em>. Deltas and wide files are <em>un-merged</em>.
 *
 * <p>Start at {@link io.lighter.engine.range.RangeLayout}, a pure function of the store's files.
 * {@link io.lighter.engine.range.RangePlanner} turns a layout into a {@link
 * io.lighter.engine.range.RangePlan}: a <em>merge</em> of a range's base with deltas, a
 * <em>distribution</em> of wide files into a delta for each range, or a <em>consolidation</em> of
 * deltas into one file. {@link io.lighter.engine.range.MajorSweep} tells which ranges a major
 * compaction has still to visit.
 *
 * <p>Layout, planner, major sweeps and settings are here. Metrics and tools are not here yet.
 *
 * <p>All classes are immutable or have no state, so threads share them freely. The package does no
 * I/O and has no clock. Row keys are compared as unsigned bytes.
 */
package io.lighter.engine.range;
