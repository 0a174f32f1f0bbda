// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Reads of a store with many files. A <em>resident</em> Bloom filter block stays in memory while
 * its file is open, whatever else the block cache needs room for. Without that, a cold get of a row
 * reads a Bloom filter block of each file (Lu et al., TPDS 2019, figure 12: filters in memory).
 *
 * <p>Start with {@link io.lighter.engine.read.ResidentFilters}, the memory of a region server;
 * {@link io.lighter.engine.read.StoreFilters} has the open files of a store, and {@link
 * io.lighter.engine.read.FileFilters} the blocks of one file. All are thread-safe, and a look-up
 * takes no lock. What a block is, only {@code org.apache.hadoop.hbase.io.hfile.FilterView} knows.
 *
 * <p>A <em>seek ahead</em> is done by a thread of the {@link io.lighter.engine.read.SearchPool}
 * before HBase asks for it, so a read waits for several files at once (same paper, table 2). {@link
 * io.lighter.engine.read.SearchGroup} has the scanners of one read, {@link
 * io.lighter.engine.read.AheadSeek} the seek of one of them, and {@link
 * io.lighter.engine.read.StoreSearch} those of a store. Whether seeks ahead pay is seen from {@code
 * MissShare}, and how many at a time from {@code SearchLimit}.
 */
package io.lighter.engine.read;
