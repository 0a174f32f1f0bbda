// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts of a check in progress. Confined to a thread. */
final class CheckTally {
  /** Most descriptions of one kind of finding. */
  private static final int MOST_EXAMPLES = 5;

  /** What a check counts. */
  enum Count {
    /** Data rows read. */
    ROWS,
    /** Index rows read. */
    ENTRIES,
    /** Keys without an entry. */
    MISSING,
    /** Entries without their key. */
    STALE,
    /** Index rows that are no entries. */
    FOREIGN,
    /** Rows that changed all the time. */
    UNSETTLED,
    /** Missing entries that were inserted. */
    REPAIRED_MISSING,
    /** Stale entries that were removed. */
    REPAIRED_STALE
  }

  private final Map<Count, Long> counts = new EnumMap<>(Count.class);
  private final Map<Count, List<String>> examples = new EnumMap<>(Count.class);

  void add(Count count, long more) {
    counts.merge(count, more, Long::sum);
  }

  /** Counts one finding, and keeps its description if there are few of its kind. */
  void found(Count count, String description) {
    add(count, 1);
    List<String> ofKind = examples.computeIfAbsent(count, kind -> new ArrayList<>());
    if (ofKind.size() < MOST_EXAMPLES) {
      ofKind.add(description);
    }
  }

  CheckReport report() {
    return new CheckReport(
        of(Count.ROWS),
        of(Count.ENTRIES),
        of(Count.MISSING),
        of(Count.STALE),
        of(Count.FOREIGN),
        of(Count.UNSETTLED),
        of(Count.REPAIRED_MISSING),
        of(Count.REPAIRED_STALE),
        examples.values().stream().flatMap(List::stream).toList());
  }

  private long of(Count count) {
    return counts.getOrDefault(count, 0L);
  }
}
