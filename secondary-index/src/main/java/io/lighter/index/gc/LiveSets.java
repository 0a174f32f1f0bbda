// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The sets that an index compaction uses: for each data row the newest one that covers it. Regions
 * that were split or merged may have left sets with overlapping rows. Immutable.
 */
final class LiveSets {
  /** What covers the rows from a row on; the value is empty where no set does. */
  private final NavigableMap<byte[], Optional<LiveSet>> byFirstRow =
      new TreeMap<>(Bytes.BYTES_COMPARATOR);

  LiveSets(Collection<LiveSet> sets) {
    byFirstRow.put(new byte[0], Optional.empty());
    List<LiveSet> oldestFirst = new ArrayList<>(sets);
    oldestFirst.sort(Comparator.comparingLong(LiveSet::sequenceId));
    oldestFirst.forEach(this::cover);
  }

  /** Covers the rows of a set, whatever covered them before. */
  private void cover(LiveSet set) {
    byte[] start = set.header().startRow();
    byte[] end = set.header().endRow();
    if (end.length == 0) {
      byFirstRow.tailMap(start, true).clear();
    } else if (Bytes.compareTo(start, end) < 0) {
      Optional<LiveSet> behind = byFirstRow.floorEntry(end).getValue();
      byFirstRow.subMap(start, true, end, false).clear();
      byFirstRow.put(end, behind);
    } else {
      return; // no row
    }
    byFirstRow.put(start, Optional.of(set));
  }

  /** The newest set that covers a row. */
  Optional<LiveSet> covering(byte[] row) {
    Map.Entry<byte[], Optional<LiveSet>> found = byFirstRow.floorEntry(row);
    return found.getValue();
  }
}
