// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The history of an indexed table whose rows have one writer each, and the judgement of lookups.
 * Thread-safe.
 *
 * <p>A lookup has to show each row that had a key within its span during the whole lookup, and must
 * not show a row that had none at any time in it. Other rows are shown or not. A row whose key
 * changes within the span during the lookup counts as one that had a key only if the lookup ended
 * before the entry of its first key could be removed ({@link Lookup#sawNoRemoval}); otherwise the
 * row must have had one and the same key. This is the caveat of range lookups in SLIK (Kejriwal,
 * Stanford 2017, section 5.1.3).
 */
public final class IndexHistory {
  private final List<RowTimeline> rows;

  /**
   * Creates the history of an empty table.
   *
   * @param rows number of rows
   * @param maxVersions {@code VERSIONS} of the indexed family
   */
  public IndexHistory(int rows, int maxVersions) {
    this.rows =
        IntStream.range(0, rows)
            .mapToObj(row -> new RowTimeline(CheckedIndex.COLUMNS, maxVersions))
            .toList();
  }

  /**
   * A completed lookup.
   *
   * @param index index that was asked
   * @param span keys that were asked for
   * @param start monotonic time before the lookup, in nanoseconds
   * @param end time after the answer
   * @param shown rows of the answer that have one writer
   * @param isWhole whether the answer has all rows, rather than as many as a limit allows
   * @param sawNoRemoval whether no entry of a key that was current at {@code start} can have been
   *     removed before {@code end}
   */
  public record Lookup(
      CheckedIndex index,
      KeySpan span,
      long start,
      long end,
      Set<Integer> shown,
      boolean isWhole,
      boolean sawNoRemoval) {
    /** Copies the rows. */
    public Lookup {
      shown = Set.copyOf(shown);
    }
  }

  /**
   * What the history says of a lookup.
   *
   * @param judged number of rows that had to be shown, or not to be shown
   * @param missing rows that were not shown and had to be
   * @param foreign rows that were shown and must not be
   */
  public record Verdict(long judged, List<Integer> missing, List<Integer> foreign) {
    /** Copies the rows. */
    public Verdict {
      missing = List.copyOf(missing);
      foreign = List.copyOf(foreign);
    }
  }

  private enum Rule {
    REQUIRED,
    FORBIDDEN,
    OPEN
  }

  /** Number of rows. */
  public int rowCount() {
    return rows.size();
  }

  /** The timeline of a row. */
  public RowTimeline row(int row) {
    return rows.get(row);
  }

  /** Judges a lookup. */
  public Verdict judge(Lookup lookup) {
    long judged = 0;
    List<Integer> missing = new ArrayList<>();
    List<Integer> foreign = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      boolean isShown = lookup.shown.contains(row);
      switch (rule(rows.get(row), lookup)) {
        case REQUIRED -> {
          if (!isShown && lookup.isWhole) {
            missing.add(row);
          }
          judged += isShown || lookup.isWhole ? 1 : 0;
        }
        case FORBIDDEN -> {
          if (isShown) {
            foreign.add(row);
          }
          judged++;
        }
        case OPEN -> {}
      }
    }
    return new Verdict(judged, missing, foreign);
  }

  /** The possible values of a row's indexed column during the lookup, for a report. */
  public String describe(int row, Lookup lookup) {
    return "'%s' with values %s meanwhile"
        .formatted(
            lookup.index.column(),
            rows.get(row).between(lookup.index.column(), lookup.start, lookup.end));
  }

  private static Rule rule(RowTimeline row, Lookup lookup) {
    List<Set<Optional<String>>> parts =
        row.between(lookup.index.column(), lookup.start, lookup.end);
    if (parts.isEmpty()) {
      return Rule.OPEN;
    }
    boolean mayMeet = false;
    boolean alwaysMeets = true;
    for (Set<Optional<String>> part : parts) {
      for (Optional<String> value : part) {
        boolean meets = lookup.span.meets(lookup.index, value);
        mayMeet |= meets;
        alwaysMeets &= meets;
      }
    }
    if (!mayMeet) {
      return Rule.FORBIDDEN;
    }
    return alwaysMeets && (lookup.sawNoRemoval || keepsOneKey(parts, lookup))
        ? Rule.REQUIRED
        : Rule.OPEN;
  }

  /** Whether all possible values have one key of the span in common. */
  private static boolean keepsOneKey(List<Set<Optional<String>>> parts, Lookup lookup) {
    Set<String> common = null;
    for (Set<Optional<String>> part : parts) {
      for (Optional<String> value : part) {
        Set<String> keys = new TreeSet<>(lookup.index.keysOf(value.orElseThrow()));
        keys.removeIf(key -> !lookup.span.contains(key));
        if (common == null) {
          common = keys;
        } else {
          common.retainAll(keys);
        }
      }
    }
    return common != null && !common.isEmpty();
  }
}
