// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import io.lighter.index.spec.IndexSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * An index that is open for lookups. Immutable.
 *
 * @param table the data table
 * @param spec the index's definition
 * @param gate the name of its read gate
 * @param reads the calls of its lookups
 */
@SuppressWarnings("ArrayRecordComponent") // not compared
record OpenIndex(TableName table, IndexSpec spec, byte[] gate, IndexReads reads) {
  /** Least entries that a page of one salt bucket has, if there is no smaller limit. */
  private static final int LEAST_BUCKET_PAGE = 100;

  /** Whether another index is the same one in the same life. */
  boolean sameAs(OpenIndex other) {
    return Bytes.equals(gate, other.gate);
  }

  IndexedColumns columns() {
    return new SpecColumns(spec);
  }

  /**
   * The encoded keys of a range.
   *
   * @throws IllegalArgumentException if the range has values of other types than the index
   */
  KeyWindow window(KeyRange range) {
    return range.window(spec);
  }

  /** The entries of a range. */
  EntrySource source(KeyWindow window, Lookup lookup, LookupStats stats) {
    if (window.isEmpty()) {
      return more -> CompletableFuture.completedFuture(List.of());
    }
    EntryLayout layout = new EntryLayout(spec);
    List<RowRange> ranges = layout.rows(window);
    int ofBucket =
        ranges.size() == 1
            ? lookup.pageSize()
            : Math.max(LEAST_BUCKET_PAGE, lookup.pageSize() / ranges.size());
    int pageSize = (int) Math.min(ofBucket, lookup.limit());
    List<EntryPager> pagers = new ArrayList<>();
    for (RowRange range : ranges) {
      pagers.add(new EntryPager(reads, layout, range, pageSize, stats));
    }
    return pagers.size() == 1 ? pagers.get(0) : new MergedPages(pagers);
  }
}
