// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.cli.EngineName;
import io.lighter.common.config.LighterOption;
import java.util.List;
import java.util.Map;

/**
 * How the region servers of a check read, which its seed draws.
 *
 * @param search value of {@code lighter.forest.search}; only a forest's reads depend on it
 * @param isOffHeap whether data blocks are cached off the heap, where each reader counts its
 *     references and a block that is released too early is overwritten
 */
record ReadPath(String search, boolean isOffHeap) {
  /** Reads with a thread for each file that may have the row. */
  static final String FIXED = "fixed";

  private static final List<String> SEARCHES = List.of("serial", FIXED, "adaptive");

  /**
   * A block cache that is smaller than the tables, so that blocks are evicted and read again.
   * Twelve of HBase's buckets, which have room for four of the largest blocks each.
   */
  private static final Map<String, String> SMALL_OFF_HEAP =
      Map.of(
          "hbase.bucketcache.ioengine", "offheap",
          "hbase.bucketcache.size", "3",
          "hbase.bucketcache.bucket.sizes", "2048,4096,8192,16384,65536");

  /** Consecutive seeds have all searches; three in turn have the same cache. */
  static ReadPath of(long seed) {
    int searches = SEARCHES.size();
    return new ReadPath(
        SEARCHES.get((int) Math.floorMod(seed, (long) searches)),
        Math.floorMod(Math.floorDiv(seed, (long) searches), 2L) == 0);
  }

  /** Properties of the site. */
  Map<String, String> siteProperties() {
    return isOffHeap ? SMALL_OFF_HEAP : Map.of();
  }

  /** Properties of a table with an engine. */
  Map<String, String> tableProperties(EngineName engine) {
    return engine == EngineName.FOREST
        ? Map.of(LighterOption.FOREST_SEARCH.key(), search)
        : Map.of();
  }

  /** Whether no read seeks ahead only if something is wrong. */
  boolean alwaysSeeksAhead(EngineName engine) {
    return engine == EngineName.FOREST && search.equals(FIXED);
  }

  /** The read path in words, for a table with an engine. */
  String describe(EngineName engine) {
    String cache = isOffHeap ? "block cache off the heap" : "block cache on the heap";
    return engine == EngineName.FOREST
        ? "%s, %s = %s".formatted(cache, LighterOption.FOREST_SEARCH.key(), search)
        : cache;
  }
}
