// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Rounds that collect the stale entries of indexes with {@code cleanup=compaction}.
 *
 * <p>A <em>round</em> ({@code cr-…}) is a major compaction of all regions of a data table's family,
 * which writes live sets, and then of all regions of its index tables, which drops entries. {@link
 * io.lighter.manager.collect.CollectionRounds} decides when, and is the place to start; {@link
 * io.lighter.manager.collect.Growth} has the rule; {@link
 * io.lighter.manager.collect.CollectionRound} is one round, {@link
 * io.lighter.manager.collect.RegionCompactions} one of its halves.
 *
 * <p>The compactions are HBase's, so its off-peak hours and throttling hold. Nothing here touches
 * an entry. Threads: one, that of {@code CollectionRounds}; {@link
 * io.lighter.manager.collect.RoundBoard} is what others see.
 */
package io.lighter.manager.collect;
