// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.testing.index.CheckedIndex;
import io.lighter.testing.index.RowChange;
import io.lighter.testing.index.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Random changes of rows of an indexed table: puts with present and past timestamps, deletes of all
 * kinds, and several of them at once. Confined to one thread.
 */
final class IndexChanges {
  private static final int CITIES = 24;
  private static final int COUNTS = 40;
  private static final int TAGS = 8;

  /** Timestamps of the past, few, so that they meet those of other puts and deletes. */
  private static final long PAST = 1_000_000;

  private static final int PAST_TIMES = 12;

  private final RandomGenerator random;

  IndexChanges(RandomGenerator random) {
    this.random = random;
  }

  /** Kinds of changes. */
  private enum Kind {
    PUT(34),
    PUT_IN_THE_PAST(12),
    DELETE_COLUMN(8),
    DELETE_COLUMN_IN_THE_PAST(5),
    DELETE_FAMILY(5),
    DELETE_VERSIONS(8),
    DELETE_FAMILY_VERSION(4),
    /** Deletes the family and puts, as a row mutation. */
    REPLACE(10),
    /** Puts that follow each other at once, of which the last may have the key of the first. */
    THERE_AND_BACK(8),
    /** Two or three of the others in one batch. */
    DOUBLE(6);

    private final int percent;

    Kind(int percent) {
      this.percent = percent;
    }
  }

  /**
   * A random change.
   *
   * @param clock timestamps of the row
   */
  RowChange next(RowClock clock) {
    Kind kind = kind();
    return switch (kind) {
      case PUT,
          PUT_IN_THE_PAST,
          DELETE_COLUMN,
          DELETE_COLUMN_IN_THE_PAST,
          DELETE_FAMILY,
          DELETE_VERSIONS,
          DELETE_FAMILY_VERSION,
          REPLACE ->
          new RowChange(List.of(mutation(kind, clock)));
      case THERE_AND_BACK -> thereAndBack(clock);
      case DOUBLE -> several(clock);
    };
  }

  private Kind kind() {
    int left = random.nextInt(100);
    for (Kind kind : Kind.values()) {
      left -= kind.percent;
      if (left < 0) {
        return kind;
      }
    }
    throw new IllegalStateException("the percentages do not add up to 100");
  }

  private List<Step> mutation(Kind kind, RowClock clock) {
    return switch (kind) {
      case PUT, THERE_AND_BACK, DOUBLE -> puts(clock.next());
      case PUT_IN_THE_PAST -> puts(pastTime(clock));
      case DELETE_COLUMN -> List.of(new Step.DeleteUpTo(Optional.of(column()), clock.next()));
      case DELETE_COLUMN_IN_THE_PAST ->
          List.of(new Step.DeleteUpTo(Optional.of(column()), pastTime(clock)));
      case DELETE_FAMILY -> List.of(new Step.DeleteUpTo(Optional.empty(), clock.next()));
      case DELETE_VERSIONS -> versions(clock);
      case DELETE_FAMILY_VERSION ->
          List.of(new Step.DeleteAt(Optional.empty(), clock.known(random)));
      case REPLACE -> {
        List<Step> steps = new ArrayList<>();
        steps.add(new Step.DeleteUpTo(Optional.empty(), clock.next()));
        steps.addAll(puts(clock.next()));
        yield steps;
      }
    };
  }

  /** Deletes of one to three versions of one column; several uncover what is further below. */
  private List<Step> versions(RowClock clock) {
    Optional<String> column = Optional.of(column());
    List<Step> steps = new ArrayList<>();
    for (long timestamp : clock.newest(random.nextInt(1, 4))) {
      steps.add(new Step.DeleteAt(column, timestamp));
    }
    return steps;
  }

  private RowChange thereAndBack(RowClock clock) {
    String column = column();
    String first = value(column);
    return new RowChange(
        List.of(
            List.of(new Step.Put(column, clock.next(), first)),
            List.of(new Step.Put(column, clock.next(), value(column))),
            List.of(new Step.Put(column, clock.next(), first))));
  }

  private RowChange several(RowClock clock) {
    List<List<Step>> mutations = new ArrayList<>();
    int count = random.nextInt(2, 4);
    for (int i = 0; i < count; i++) {
      mutations.add(mutation(kind(), clock));
    }
    return new RowChange(mutations);
  }

  /** Puts of one to all columns. */
  private List<Step> puts(long timestamp) {
    List<Step> steps = new ArrayList<>();
    for (String column : CheckedIndex.COLUMNS) {
      if (random.nextBoolean()) {
        steps.add(new Step.Put(column, timestamp, value(column)));
      }
    }
    if (steps.isEmpty()) {
      String column = column();
      steps.add(new Step.Put(column, timestamp, value(column)));
    }
    return steps;
  }

  /** Either a time far in the past, or one of an earlier put. */
  private long pastTime(RowClock clock) {
    return random.nextInt(3) == 0 ? clock.known(random) : PAST + random.nextInt(PAST_TIMES);
  }

  String column() {
    return CheckedIndex.COLUMNS.get(random.nextInt(CheckedIndex.COLUMNS.size()));
  }

  /** A random value of a column. */
  String value(String column) {
    return valueOf(index(column), random);
  }

  /** A random key of an index. */
  static String keyOf(CheckedIndex index, RandomGenerator random) {
    return index == CheckedIndex.TAGS ? tag(random) : valueOf(index, random);
  }

  private static String valueOf(CheckedIndex index, RandomGenerator random) {
    return switch (index) {
      case CITY -> "c%02d".formatted(random.nextInt(CITIES));
      case COUNT -> Long.toString(random.nextInt(-COUNTS / 4, COUNTS));
      case TAGS -> random.nextBoolean() ? tag(random) : tag(random) + "," + tag(random);
    };
  }

  private static String tag(RandomGenerator random) {
    return "t" + random.nextInt(TAGS);
  }

  private static CheckedIndex index(String column) {
    for (CheckedIndex index : CheckedIndex.values()) {
      if (index.column().equals(column)) {
        return index;
      }
    }
    throw new IllegalArgumentException("no indexed column " + column);
  }
}
