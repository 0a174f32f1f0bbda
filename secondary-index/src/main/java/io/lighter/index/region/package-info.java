// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The region side of indexes: a write to a data table has its index entries inserted before HBase
 * commits it, and the entries that it superseded removed afterwards.
 *
 * <p>{@link io.lighter.index.region.IndexObserver} is what HBase loads on a data table. Start with
 * {@code IndexWrites}, which lists the steps of a write. Words: the <em>stamp</em> T of a write is
 * the timestamp of its entries, the region's next sequence id; P are the keys of the row before the
 * write, N those that it may have afterwards, C those that it has when entries are removed. A
 * removal says <em>up to T</em>, so that it never hides an entry of a later write.
 *
 * <p>Lookups that meet a stale entry ask its region to remove it; {@code EntryRepair} judges
 * whether it may go.
 *
 * <p>Threads: handlers run {@code IndexWrites}, one thread per region server runs {@code Remover},
 * and one runs {@code Repairer}. Locks of rows are taken after HBase's, in the order of rows. What
 * regions of a server share is in {@code IndexServer}.
 *
 * <p>No compaction hook is overridden, so an indexed table is offloaded as any other.
 */
package io.lighter.index.region;
