// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Collection of stale entries by compactions on a compaction server. Nothing here runs on a region
 * server.
 *
 * <p>A compaction of all files of a data region writes a <em>live set</em> for each index of the
 * family: which keys its rows have, as of the sequence id F, the highest one of its inputs. {@link
 * io.lighter.index.gc.LiveKeys} finds the keys, {@code LiveSetWriter} writes the file. A compaction
 * of an index table then drops an entry if a live set covers the entry's row, the stamp is at most
 * F, and the set lacks the entry: {@code EntryFilter}. Why no lookup misses a row: {@code LiveKeys}.
 * Which sets may be used at all: {@link io.lighter.index.gc.LiveSetStore}.
 *
 * <p>{@link io.lighter.index.gc.IndexAwareCompactor} passes the cells of a compaction to one of the
 * two. Threads: a job's own; {@link io.lighter.index.gc.LiveSetMemory} is shared.
 */
package io.lighter.index.gc;
