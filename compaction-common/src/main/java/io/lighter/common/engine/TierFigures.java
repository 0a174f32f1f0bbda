// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a store with levels consists of, and what was written to it. Immutable.
 *
 * @param levelBytes bytes of the files by level, {@link #LEVELS} numbers
 * @param fullRuns runs with as many files as a merge needs, of which no merge has begun
 * @param written what was written since the store opened
 * @param placed where the blocks are, by the last audit; empty before the first
 */
public record TierFigures(
    List<Long> levelBytes, int fullRuns, Written written, Optional<Placed> placed) {
  /** Levels that are told apart. The last one stands for all deeper levels, too. */
  public static final int LEVELS = 10;

  /** Zero for each level. */
  public static final List<Long> NO_BYTES = List.of(0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L);

  public TierFigures {
    levelBytes = checked(levelBytes);
  }

  private static List<Long> checked(List<Long> byLevel) {
    if (byLevel.size() != LEVELS) {
      throw new IllegalArgumentException(byLevel.size() + " levels");
    }
    return List.copyOf(byLevel);
  }

  /**
   * What flushes and merges wrote.
   *
   * @param flushed bytes of flushes
   * @param merged bytes that merges wrote to files of each level, {@link #LEVELS} numbers
   * @param spills flushes that went to a slower tier, since a faster one had no room
   * @param forecasts merges whose size was expected
   * @param errorPercents sum of their errors, each of 0 to 100 percent
   */
  public record Written(
      long flushed, List<Long> merged, long spills, long forecasts, double errorPercents) {
    /** Nothing. */
    public static final Written NONE = new Written(0, NO_BYTES, 0, 0, 0);

    public Written {
      merged = checked(merged);
    }

    /** Returns the sums of both. */
    public Written plus(Written other) {
      return new Written(
          flushed + other.flushed,
          sum(merged, other.merged, 1),
          spills + other.spills,
          forecasts + other.forecasts,
          errorPercents + other.errorPercents);
    }

    /** Returns what was written after an earlier moment. */
    public Written since(Written earlier) {
      return new Written(
          flushed - earlier.flushed,
          sum(merged, earlier.merged, -1),
          spills - earlier.spills,
          forecasts - earlier.forecasts,
          errorPercents - earlier.errorPercents);
    }
  }

  /**
   * Where the blocks of the files are, and where they should be. Each replica counts.
   *
   * @param intended bytes by the storage type that the files' tiers ask for, such as SSD
   * @param real bytes by the storage type that has them
   * @param misplaced bytes on other storage types than the files' tiers ask for
   * @param coldInHot those that are on a faster storage type
   * @param hotInCold those that are on a slower storage type
   */
  public record Placed(
      Map<String, Long> intended,
      Map<String, Long> real,
      long misplaced,
      long coldInHot,
      long hotInCold) {
    /** No file. */
    public static final Placed NONE = new Placed(Map.of(), Map.of(), 0, 0, 0);

    public Placed {
      intended = Map.copyOf(intended);
      real = Map.copyOf(real);
    }

    /** Returns the sums of both. */
    public Placed plus(Placed other) {
      return new Placed(
          sum(intended, other.intended),
          sum(real, other.real),
          misplaced + other.misplaced,
          coldInHot + other.coldInHot,
          hotInCold + other.hotInCold);
    }

    private static Map<String, Long> sum(Map<String, Long> some, Map<String, Long> others) {
      Map<String, Long> sum = new TreeMap<>(some);
      others.forEach((type, bytes) -> sum.merge(type, bytes, Long::sum));
      return sum;
    }
  }

  /** Returns the sums of two lists of {@link #LEVELS} numbers. */
  public static List<Long> plus(List<Long> some, List<Long> others) {
    return sum(some, others, 1);
  }

  private static List<Long> sum(List<Long> some, List<Long> others, int sign) {
    List<Long> sum = new ArrayList<>();
    for (int level = 0; level < LEVELS; level++) {
      sum.add(some.get(level) + sign * others.get(level));
    }
    return List.copyOf(sum);
  }
}
