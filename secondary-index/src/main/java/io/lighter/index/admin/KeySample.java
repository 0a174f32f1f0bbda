// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.spec.ColumnValues;
import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.KeyExtractor;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import org.apache.hadoop.hbase.client.Result;

/** Chooses where the regions of a new index table begin. Stateless. */
final class KeySample {
  /** Most regions of the data table that are looked at, and of a new index table. */
  static final int MOST_REGIONS = 64;

  /** Rows of a region that are looked at. */
  static final int ROWS = 200;

  /** Least different keys for each region: with fewer, the choice is no better than one region. */
  private static final int LEAST_KEYS = 4;

  private KeySample() {}

  /** One region for each salt bucket; the only choice without a sample. */
  static byte[][] splits(IndexSpec spec) {
    List<byte[]> prefixes = new EntryCodec(spec).saltPrefixes();
    return prefixes.subList(1, prefixes.size()).toArray(byte[][]::new);
  }

  /**
   * As many regions as the sample has, with about as many keys of the sample in each; one for each
   * salt bucket if there are any.
   *
   * @param regions rows of regions of the data table
   */
  static byte[][] splits(IndexSpec spec, List<List<Result>> regions) {
    if (spec.saltBuckets() > 0) {
      return splits(spec);
    }
    NavigableSet<byte[]> keys = KeyExtractor.noKeys();
    for (List<Result> rows : regions) {
      for (Result row : rows) {
        keys.addAll(spec.keys().keys(ColumnValues.of(row.listCells(), spec.keys().family())));
      }
    }
    List<byte[]> sorted = List.copyOf(keys);
    int wanted = Math.min(regions.size(), sorted.size() / LEAST_KEYS);
    List<byte[]> splits = new ArrayList<>();
    for (int i = 1; i < wanted; i++) {
      splits.add(sorted.get((int) ((long) i * sorted.size() / wanted)));
    }
    return splits.toArray(byte[][]::new);
  }
}
