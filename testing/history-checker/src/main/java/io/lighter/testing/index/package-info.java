// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The history of an indexed table: what a lookup through a secondary index may show.
 *
 * <p>Start with {@link io.lighter.testing.index.IndexHistory}. A history has one {@link
 * io.lighter.testing.index.RowTimeline} per row; a timeline says which values each column may have
 * shown at which time; a {@link io.lighter.testing.index.ColumnVersions} is a column at one
 * instant. HBase leaves some outcomes open: a write without an answer, an unsynced write before a
 * crash, a put below a delete marker that a compaction drops. A column then has several possible
 * values, and only what all of them agree on is judged.
 *
 * <p>Threading: a timeline locks itself; everything else is immutable. The package uses no class of
 * HBase.
 */
package io.lighter.testing.index;
