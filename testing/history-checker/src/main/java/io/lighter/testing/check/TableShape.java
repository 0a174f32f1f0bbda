// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.cli.EngineName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The properties of a checked table.
 *
 * @param layouts layout of each family of {@link Cells#FAMILIES}
 * @param engine engine below Lighter's that the table names; empty if its families do, or none does
 * @param replicas replicas of each region; the secondary ones are read as well
 * @param migration steps of the store file tracker
 * @param timestamps timestamps of the cells
 */
record TableShape(
    Map<String, StoreLayout> layouts,
    Optional<EngineName> engine,
    int replicas,
    Migration migration,
    Timestamps timestamps) {
  /** Steps of a store file tracker's migration. */
  enum Migration {
    /** No migration. */
    NONE,
    /**
     * From {@code DEFAULT} to {@code FILE}, once. For tables whose region servers are killed: with
     * the way back, {@code DEFAULT} would take half-written files in the folder for data.
     */
    ONE_WAY,
    /** From {@code DEFAULT} to {@code FILE} and back. */
    ROUND_TRIP
  }

  /** Time to live that no cell reaches; a clock that is further ahead sees all cells as expired. */
  static final Duration LIFE_LEFT = Duration.ofDays(30);

  /**
   * Time to live in {@link #varied}; a clock that jumps by 60 days expires even its newest cells.
   */
  private static final Duration VARIED_LIFE_LEFT = Duration.ofDays(20);

  TableShape {
    layouts = Map.copyOf(layouts);
    if (!layouts.keySet().containsAll(Cells.FAMILIES)) {
      throw new IllegalArgumentException("layouts of %s only".formatted(layouts.keySet()));
    }
  }

  /** A shape with HBase's default engine and tracker, without replicas. */
  static TableShape plain() {
    return withEngine(EngineName.DEFAULT, Timestamps.ofVersions());
  }

  /**
   * A shape with HBase's default tracker, without replicas, whose table names the engine unless
   * that is HBase's default one.
   *
   * @param now start of the check, around which cells of several date tiers lie
   */
  static TableShape plain(EngineName engine, Instant now) {
    return withEngine(
        engine,
        engine == EngineName.DATE_TIERED
            ? Timestamps.spreadOverDays(now)
            : Timestamps.ofVersions());
  }

  private static TableShape withEngine(EngineName engine, Timestamps timestamps) {
    return withEngine(engine, StoreLayout.of(engine), Migration.NONE, timestamps);
  }

  private static TableShape withEngine(
      EngineName engine, StoreLayout layout, Migration migration, Timestamps timestamps) {
    return new TableShape(
        Map.of(Cells.FAMILIES.get(0), layout, Cells.FAMILIES.get(1), layout),
        engine == EngineName.DEFAULT ? Optional.empty() : Optional.of(engine),
        1,
        migration,
        timestamps);
  }

  /** A shape with levels over tiers and a changing tracker, for data nodes with several volumes. */
  static TableShape tiers() {
    return withEngine(
        EngineName.TIERED, StoreLayout.TIERS, Migration.ROUND_TRIP, Timestamps.ofVersions());
  }

  /** Whether files have a tier with a storage policy of its own. */
  boolean hasTiers() {
    return layouts.containsValue(StoreLayout.TIERS);
  }

  /** A shape with stripes, date tiers, a secondary replica and a changing tracker. */
  static TableShape varied(Instant now, Migration migration) {
    return new TableShape(
        Map.of(
            Cells.FAMILIES.get(0),
            StoreLayout.STRIPES,
            Cells.FAMILIES.get(1),
            StoreLayout.DATE_TIERS),
        Optional.empty(),
        2,
        migration,
        Timestamps.spreadOverDays(now));
  }

  /**
   * Maximum number of files of a region over all families after a major compaction. Stripes are
   * unbounded, because splits and merges of their region multiply them. So are key ranges, of which
   * a request compacts one.
   */
  int maxFilesOfRegion() {
    return layouts.values().stream().allMatch(StoreLayout.DEFAULT::equals)
        ? layouts.size()
        : Integer.MAX_VALUE;
  }

  /**
   * As {@link #maxFilesOfRegion}, for the table of {@link LinkedRows}. It has no tuned ranges, so
   * each of its stores is one range.
   */
  int maxFilesOfLinkedRegion() {
    return engine.isEmpty() || engine.get() == EngineName.RANGE ? 1 : Integer.MAX_VALUE;
  }

  /** Whether there are secondary replicas. */
  boolean hasReplicas() {
    return replicas > 1;
  }

  /** The families' time to live, in seconds. */
  int timeToLiveSeconds(Instant now) {
    List<Duration> parts =
        timestamps.base() == 0
            ? List.of(Duration.ofSeconds(now.getEpochSecond()), LIFE_LEFT)
            : List.of(Timestamps.PAST, VARIED_LIFE_LEFT);
    return Math.toIntExact(parts.stream().mapToLong(Duration::toSeconds).sum());
  }
}
