// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.monitor;

import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.StorageBytes;
import io.lighter.common.protocol.LighterProtos.TableStructure;
import io.lighter.common.protocol.LighterProtos.TableTiers;
import io.lighter.common.protocol.LighterProtos.TierLevel;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * The stores of a table that have an engine of levels, summed up over region servers. Immutable.
 *
 * <p>Of a report with more levels or types of storage than HBase and HDFS have, the first ones
 * count.
 *
 * @param stores open stores
 * @param levels by level, from 0
 * @param fullRuns runs with as many files as a merge needs, of which no merge has begun
 * @param longestFull the longest time for which a store has had such runs without a break
 * @param flushedBytes written by flushes since the region servers started
 * @param flushSpills flushes that went to a slower tier since the region servers started
 * @param forecasts merges whose size was expected, since the region servers started
 * @param errorPercents sum of their errors in percent
 * @param auditedStores stores whose blocks an audit has looked at; what follows is about these
 * @param storage bytes of replicas by type of storage
 * @param misplacedBytes bytes of replicas on other types of storage than intended
 * @param coldInHotBytes those on faster types
 * @param hotInColdBytes those on slower types
 */
public record TierSums(
    String table,
    long stores,
    SortedMap<Integer, TierSums.Level> levels,
    long fullRuns,
    Duration longestFull,
    long flushedBytes,
    long flushSpills,
    long forecasts,
    double errorPercents,
    long auditedStores,
    SortedMap<String, TierSums.Storage> storage,
    long misplacedBytes,
    long coldInHotBytes,
    long hotInColdBytes) {
  private static final int MOST_LEVELS = 16;
  private static final int MOST_TYPES = 8;

  /** Copies the maps. */
  public TierSums {
    levels = Collections.unmodifiableSortedMap(new TreeMap<>(levels));
    storage = Collections.unmodifiableSortedMap(new TreeMap<>(storage));
  }

  /**
   * One level.
   *
   * @param mergedBytes written by merges to files of the level
   */
  public record Level(long bytes, long mergedBytes) {
    private Level plus(Level other) {
      return new Level(bytes + other.bytes, mergedBytes + other.mergedBytes);
    }
  }

  /** Bytes of replicas as the tiers' policies ask for, and as they are. */
  public record Storage(long intended, long real) {
    private Storage plus(Storage other) {
      return new Storage(intended + other.intended, real + other.real);
    }
  }

  /** Returns the sums of all tables with such a store, by name. */
  public static SortedMap<String, TierSums> all(Snapshot snapshot) {
    SortedMap<String, TierSums> tables = new TreeMap<>();
    for (RegionServerReport server : snapshot.regionServers().values()) {
      for (TableStructure table : server.getTableStructureList()) {
        if (table.hasTiers()) {
          tables.merge(table.getTable(), of(table.getTable(), table.getTiers()), TierSums::plus);
        }
      }
    }
    tables.values().removeIf(table -> table.stores <= 0); // the table's stores have moved away
    return tables;
  }

  private static TierSums of(String table, TableTiers tiers) {
    SortedMap<Integer, Level> levels = new TreeMap<>();
    for (TierLevel level : first(tiers.getLevelList(), MOST_LEVELS)) {
      levels.merge(
          level.getLevel(), new Level(level.getBytes(), level.getMergedBytes()), Level::plus);
    }
    SortedMap<String, Storage> storage = new TreeMap<>();
    for (StorageBytes type : first(tiers.getStorageList(), MOST_TYPES)) {
      storage.merge(type.getType(), new Storage(type.getIntended(), type.getReal()), Storage::plus);
    }
    return new TierSums(
        table,
        tiers.getStores(),
        levels,
        tiers.getFullRuns(),
        Duration.ofMillis(tiers.getFullRunMs()),
        tiers.getFlushedBytes(),
        tiers.getFlushSpills(),
        tiers.getForecasts(),
        tiers.getForecasts() * tiers.getForecastErrorPercent(),
        tiers.getAuditedStores(),
        storage,
        tiers.getMisplacedBytes(),
        tiers.getColdInHotBytes(),
        tiers.getHotInColdBytes());
  }

  private static <T> List<T> first(List<T> list, int most) {
    return list.subList(0, Math.min(list.size(), most));
  }

  private TierSums plus(TierSums other) {
    return new TierSums(
        table,
        stores + other.stores,
        merged(levels, other.levels, Level::plus),
        fullRuns + other.fullRuns,
        longestFull.compareTo(other.longestFull) >= 0 ? longestFull : other.longestFull,
        flushedBytes + other.flushedBytes,
        flushSpills + other.flushSpills,
        forecasts + other.forecasts,
        errorPercents + other.errorPercents,
        auditedStores + other.auditedStores,
        merged(storage, other.storage, Storage::plus),
        misplacedBytes + other.misplacedBytes,
        coldInHotBytes + other.coldInHotBytes,
        hotInColdBytes + other.hotInColdBytes);
  }

  private static <K extends Comparable<K>, V> SortedMap<K, V> merged(
      Map<K, V> some, Map<K, V> others, BinaryOperator<V> plus) {
    SortedMap<K, V> all = new TreeMap<>(some);
    others.forEach((key, value) -> all.merge(key, value, plus));
    return all;
  }

  /** Returns the bytes of all files. */
  public long bytes() {
    return levels.values().stream().mapToLong(Level::bytes).sum();
  }

  /** Returns the bytes of all replicas of audited files. */
  public long replicaBytes() {
    return storage.values().stream().mapToLong(Storage::real).sum();
  }

  /** Returns misplaced bytes by all bytes of replicas; -1 if no store with files was audited. */
  public double misplacedShare() {
    return quotient((double) misplacedBytes, replicaBytes());
  }

  /** Returns the bytes that merges wrote to a level per byte flushed; -1 if that is not known. */
  public double writeAmplification(Level level) {
    return quotient((double) level.mergedBytes(), flushedBytes);
  }

  /** Returns the bytes written per byte flushed; -1 if nothing was flushed. */
  public double writeAmplification() {
    double merged = levels.values().stream().mapToLong(Level::mergedBytes).sum();
    return quotient(flushedBytes + merged, flushedBytes);
  }

  /** Returns the mean error of forecasts in percent; -1 if there was none. */
  public double forecastErrorPercent() {
    return quotient(errorPercents, forecasts);
  }

  private static double quotient(double value, long by) {
    return by > 0 ? value / by : -1;
  }
}
