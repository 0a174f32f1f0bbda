package io.lighter.benchmarks.check;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What a checked table is made of.
 *
 * @param layouts of each family of {@link Cells#FAMILIES}
 * @param replicas of each region; the secondary ones are read as well
 * @param migration of the store file tracker
 * @param timestamps of the cells
 */
record TableShape(
    Map<String, StoreLayout> layouts, int replicas, Migration migration, Timestamps timestamps) {
  /** Steps of a store file tracker's migration. */
  enum Migration {
    /** None. */
    NONE,
    /**
     * From {@code DEFAULT} to {@code FILE}, once. The way back is not for region servers that are
     * killed: what they were writing stays in the folder, and {@code DEFAULT} takes it for data.
     */
    ONE_WAY,
    /** There and back again. */
    ROUND_TRIP
  }

  /** For so long no cell expires; by a clock that is further ahead all of them have. */
  static final Duration LIFE_LEFT = Duration.ofDays(30);

  /** Of {@link #varied}; a clock that jumps by 60 days takes its newest cells for expired, too. */
  private static final Duration VARIED_LIFE_LEFT = Duration.ofDays(20);

  TableShape {
    layouts = Map.copyOf(layouts);
    if (!layouts.keySet().containsAll(Cells.FAMILIES)) {
      throw new IllegalArgumentException("layouts of %s only".formatted(layouts.keySet()));
    }
  }

  /** HBase's default engine and tracker, no replicas. */
  static TableShape plain() {
    return new TableShape(
        Map.of(
            Cells.FAMILIES.get(0), StoreLayout.DEFAULT, Cells.FAMILIES.get(1), StoreLayout.DEFAULT),
        1,
        Migration.NONE,
        Timestamps.ofVersions());
  }

  /** Stripes, date tiers, a secondary replica, and a tracker that changes. */
  static TableShape varied(Instant now, Migration migration) {
    return new TableShape(
        Map.of(
            Cells.FAMILIES.get(0),
            StoreLayout.STRIPES,
            Cells.FAMILIES.get(1),
            StoreLayout.DATE_TIERS),
        2,
        migration,
        Timestamps.spreadOverDays(now));
  }

  /**
   * The most files that a region has, all families together, after a major compaction. Nobody can
   * say of stripes, which splits and merges of their region multiply.
   */
  int maxFilesOfRegion() {
    return layouts.values().stream().allMatch(StoreLayout.DEFAULT::equals)
        ? layouts.size()
        : Integer.MAX_VALUE;
  }

  /** Whether there are secondary replicas. */
  boolean hasReplicas() {
    return replicas > 1;
  }

  /**
   * Whether reversed scans return what they should. HBase's stripe engine (2.6.4) takes the rows of
   * a reversed scan for a forward range, and misses files.
   */
  boolean bearsReversedScans() {
    return !layouts.containsValue(StoreLayout.STRIPES);
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
