// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.engine.forest.ForestAdoption;
import io.lighter.engine.forest.ForestAdoption.OtherFile;
import io.lighter.engine.forest.ForestLimits;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a change of a table's store engine costs, by the rules of the engines and the stores as
 * reported. An estimate from above: writes that come meanwhile would cause some of the compactions
 * in any case.
 *
 * @param stores stores whose files the new engine compacts again
 * @param rewrittenBytes bytes of these files
 * @param leastSpace free bytes that the largest of these compactions needs, before replication
 * @param mostSpace free bytes if all of them run before HBase archives inputs, before replication
 * @param duration expected time of all of them; empty if no rate was observed
 * @param reason which rule applies, for people
 */
record EngineCost(
    int stores,
    long rewrittenBytes,
    long leastSpace,
    long mostSpace,
    Optional<Duration> duration,
    String reason) {

  /**
   * The options of the table that decide.
   *
   * @param rangeBytes {@code lighter.range.size}
   * @param compactionMin {@code hbase.hstore.compaction.min}
   * @param forest limits of the forest's trees
   */
  record Options(long rangeBytes, int compactionMin, ForestLimits forest) {}

  /** What the new engine compacts of one store: all bytes, and those of the largest compaction. */
  private record Work(long bytes, long largest) {
    static Work inOne(long bytes) {
      return new Work(bytes, bytes);
    }

    Work orMore(Work other) {
      return bytes >= other.bytes ? this : other;
    }
  }

  /**
   * Estimates a change.
   *
   * @param to engine that all stores get
   */
  static EngineCost of(EngineCluster.Observed observed, EngineName to, Options options) {
    Map<String, Work> byStore = new TreeMap<>();
    for (TableStores.Store store : observed.stores().stores()) {
      Work work = work(store, to, options);
      if (work.bytes > 0) {
        byStore.merge(store.region() + ' ' + store.family(), work, Work::orMore);
      }
    }
    long all = byStore.values().stream().mapToLong(Work::bytes).sum();
    long largest = byStore.values().stream().mapToLong(Work::largest).max().orElse(0);
    return new EngineCost(
        byStore.size(),
        all,
        largest,
        all,
        duration(observed, byStore.size(), all, largest),
        reason(to));
  }

  /** What the new engine compacts of a store because of the change. */
  private static Work work(TableStores.Store store, EngineName to, Options options) {
    Optional<EngineName> from = EngineName.byClass(store.engine());
    if (from.filter(to::equals).isPresent()) {
      return Work.inOne(0);
    }
    return switch (to) { // no default: a new engine must have a rule
      case RANGE -> Work.inOne(toRanges(store, from, 2 * options.rangeBytes()));
      case STRIPE ->
          from.filter(EngineName.RANGE::equals).isPresent() // whose ranges are stripes
              ? Work.inOne(store.unmergedBytes())
              : Work.inOne(store.bytes());
      case DEFAULT, DATE_TIERED ->
          Work.inOne(store.files() >= options.compactionMin() ? store.bytes() : 0);
      case FOREST -> toForest(store, options.forest());
      case TIERED -> Work.inOne(store.files() > 1 ? store.bytes() : 0);
    };
  }

  /** Larger files are taken for older ones, as size-tiered compaction leaves them. */
  private static Work toForest(TableStores.Store store, ForestLimits limits) {
    if (store.reported().size() < store.files()) {
      return store.files() < limits.fanout() ? Work.inOne(0) : Work.inOne(store.bytes());
    }
    ForestAdoption adoption =
        ForestAdoption.of(
            store.reported().stream()
                .sorted(Comparator.comparingLong(TableStores.ReportedFile::bytes).reversed())
                .map(file -> new OtherFile(file.bytes(), file.from(), file.to()))
                .toList(),
            limits);
    return new Work(adoption.rewrittenBytes(), adoption.largestBytes());
  }

  /** Stripes are ranges unless they are too large; other files of a store are one range. */
  private static long toRanges(
      TableStores.Store store, Optional<EngineName> from, long mostBytesOfARange) {
    if (from.filter(EngineName.STRIPE::equals).isPresent()) {
      return store.reported().stream()
          .mapToLong(TableStores.ReportedFile::bytes)
          .filter(bytes -> bytes > mostBytesOfARange)
          .sum();
    }
    return store.bytes() > mostBytesOfARange ? store.bytes() : 0;
  }

  /** Time on all threads together, and not less than that of the largest compaction. */
  private static Optional<Duration> duration(
      EngineCluster.Observed observed, int stores, long all, long largest) {
    if (stores == 0) {
      return Optional.of(Duration.ZERO);
    }
    if (observed.bytesPerSecond().isEmpty()) {
      return Optional.empty();
    }
    double rate = observed.bytesPerSecond().getAsLong();
    int parallel = Math.max(1, Math.min(observed.threads(), stores));
    double seconds = Math.max(largest / rate, all / (rate * parallel));
    return Optional.of(Duration.ofMillis(Math.round(seconds * 1000)));
  }

  private static String reason(EngineName to) {
    return switch (to) {
      case RANGE ->
          "a store above twice lighter.range.size is one key range at first, which is compacted as"
              + " a whole once; its parts are compacted for themselves from then on";
      case STRIPE -> "files outside of stripes go through level 0 of HBase's stripes";
      case FOREST ->
          "files stay as they are, except where lighter.forest.fanout trees of one stage overlap;"
              + " larger files are taken for older ones";
      case TIERED ->
          "files stay as they are, except where K files of lighter.tiered.tiers are of one level,"
              + " which may be all of a store's";
      case DEFAULT, DATE_TIERED ->
          "HBase compacts the files of a store with hbase.hstore.compaction.min of them and more,"
              + " all of them at the latest in the next major compaction";
    };
  }

  /** How many regions a change of the descriptor closes and opens on each server: all of them. */
  static List<String> reopened(Map<String, Optional<String>> regions) {
    Map<String, Integer> byServer = new TreeMap<>();
    regions.values().forEach(server -> byServer.merge(server.orElse("no server"), 1, Integer::sum));
    return byServer.entrySet().stream()
        .map(each -> "%d on %s".formatted(each.getValue(), each.getKey()))
        .toList();
  }
}
