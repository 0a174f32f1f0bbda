// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.structure;

import io.lighter.common.MonotonicClock;
import io.lighter.common.engine.TierEngine;
import io.lighter.common.engine.TierFigures;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.TableStructure;
import io.lighter.common.rpc.Protocol;
import io.lighter.index.client.IndexState;
import io.lighter.regionserver.structure.StoreContents.StoredFile;
import io.lighter.regionserver.structure.StructureMetrics.Written;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Amplification of each table, from samples of its stores: their files are compared with those of
 * the last sample. HBase keeps compacted files for two minutes until their archiving, so an output
 * that was compacted again between two samples is still seen.
 *
 * <p>Files of a store that was not in the last sample are not counted as written, since another
 * region server may have written them. The counters of a table last over moves of its regions, and
 * until none of them was here for {@link #RETENTION}.
 *
 * <p>{@link #sample} is called by one thread at a time. The other methods are thread-safe, and see
 * the last sample.
 */
final class TableStructures {
  /** Time without regions after which a table is forgotten. */
  static final Duration RETENTION = Duration.ofHours(1);

  /** Most tables with metrics; others are left out until one is forgotten. */
  static final int MOST_TABLES = 1_000;

  /** A store that was not in the last sample. */
  private static final Leveled NEW = new Leveled(TierFigures.Written.NONE, OptionalLong.empty());

  private static final Logger LOG = LoggerFactory.getLogger(TableStructures.class);

  private final StructureMetrics metrics;
  private final UnreadableStores unreadable;
  private final MonotonicClock clock;
  private final int mostTables;
  private final RepeatedWarning tooMany;
  private final Map<TableName, Table> tables = new ConcurrentHashMap<>();

  /** Names of the files of each store at the last sample. Used by {@link #sample} alone. */
  private Map<StoreKey, Set<String>> known = Map.of();

  /** The stores with levels at the last sample. Used by {@link #sample} alone. */
  private Map<HStore, Leveled> leveled = Map.of();

  private record StoreKey(String region, String family) {
    static StoreKey of(HStore store) {
      return new StoreKey(store.getRegionInfo().getEncodedName(), store.getColumnFamilyName());
    }
  }

  /**
   * A store with levels, from when it opens until it closes.
   *
   * @param written what was written since it opened
   * @param fullSinceNanos since when it has had full runs that no merge has; empty: it has none
   */
  private record Leveled(TierFigures.Written written, OptionalLong fullSinceNanos) {}

  /**
   * What a sample has found so far.
   *
   * @param files the names of each store's files
   * @param leveled the stores with levels
   * @param indexStates the states of index tables
   * @param regions encoded names of the regions whose indexes were looked at
   */
  private record Sample(
      Map<StoreKey, Set<String>> files,
      Map<TableName, TableSums> sums,
      Map<HStore, Leveled> leveled,
      Map<TableName, TableTierSums> tiers,
      Map<TableName, TableIndexSums> indexes,
      Map<TableName, IndexState> indexStates,
      Set<String> regions) {
    static Sample empty() {
      return new Sample(
          new HashMap<>(),
          new HashMap<>(),
          new HashMap<>(),
          new HashMap<>(),
          new HashMap<>(),
          new HashMap<>(),
          new HashSet<>());
    }
  }

  private static final class Table {
    /** Written by {@link #sample} alone. */
    private volatile TableSums sums = TableSums.NONE;

    /** Written by {@link #sample} alone. */
    private volatile TableTierSums tiers = TableTierSums.NONE;

    /** Written by {@link #sample} alone. */
    private volatile TableIndexSums indexes = TableIndexSums.NONE;

    /** Null: the table is no index, or has no region here. Written by {@link #sample} alone. */
    private volatile IndexState indexState;

    /** What was written to stores with levels. Written by {@link #sample} alone. */
    private volatile TierFigures.Written tierWritten = TierFigures.Written.NONE;

    /** Time of the last sample with a region of the table. Used by {@link #sample} alone. */
    private long seenNanos;

    private final Written written;

    Table(TableName name, StructureMetrics metrics) {
      written = metrics.register(name, () -> sums);
    }

    private TableStructure report(TableName name) {
      TableSums now = sums;
      TableStructure.Builder report = TableStructure.newBuilder();
      TableTierSums tiersNow = tiers;
      TierFigures.Written writtenNow = tierWritten;
      if (tiersNow.stores() > 0 || !writtenNow.equals(TierFigures.Written.NONE)) {
        report.setTiers(tiersNow.report(writtenNow));
      }
      TableIndexSums indexesNow = indexes;
      if (indexesNow.regions() > 0) {
        report.setIndexes(indexesNow.report());
      }
      IndexState stateNow = indexState;
      if (stateNow != null) {
        report.setIndexState(stateNow.name());
      }
      return report
          .setTable(name.getNameAsString())
          .setFlushedBytes(written.flushed().getCount())
          .setCompactedBytes(written.compacted().getCount())
          .setStores(now.stores())
          .setFiles(now.files())
          .setRuns(now.runs())
          .setMostRuns(now.mostRuns())
          .setBytes(now.bytes())
          .setWaitingBytes(now.waitingBytes())
          .setRunBytes(now.runBytes())
          .build();
    }
  }

  /**
   * Creates structures without tables.
   *
   * @param unreadable logs the stores that a sample cannot read
   * @param mostTables how many tables are measured, at least 1
   */
  TableStructures(
      StructureMetrics metrics, UnreadableStores unreadable, MonotonicClock clock, int mostTables) {
    this.metrics = metrics;
    this.unreadable = unreadable;
    this.clock = clock;
    this.mostTables = mostTables;
    this.tooMany = new RepeatedWarning(clock);
    metrics.observeIndexes(this::unobservedRegions);
  }

  /**
   * Looks at all stores. A store that cannot be read is left out of the sums of its table. Its new
   * files are counted once it can be read again. Tables above the limit are logged with their
   * number.
   *
   * @param stores the stores of all open primary regions of users' tables
   */
  void sample(Collection<HStore> stores) {
    Sample sample = Sample.empty();
    Set<TableName> leftOut = new HashSet<>();
    for (HStore store : stores) {
      TableName name = store.getTableName();
      if (tables.containsKey(name) || tables.size() < mostTables) {
        Table table = tables.computeIfAbsent(name, each -> new Table(each, metrics));
        table.seenNanos = clock.nanoTime();
        addIndexes(store.getHRegion(), sample);
        try {
          add(store, table, sample);
        } catch (RuntimeException e) { // the other stores can still be read
          unreadable.log(store, e);
          keep(store, sample);
        }
      } else {
        leftOut.add(name);
      }
    }
    known = sample.files;
    leveled = sample.leveled;
    tables.forEach((name, table) -> table.sums = sample.sums.getOrDefault(name, TableSums.NONE));
    tables.forEach(
        (name, table) -> table.tiers = sample.tiers.getOrDefault(name, TableTierSums.NONE));
    tables.forEach(
        (name, table) -> table.indexes = sample.indexes.getOrDefault(name, TableIndexSums.NONE));
    tables.forEach((name, table) -> table.indexState = sample.indexStates.get(name));
    forgetOld();
    if (!leftOut.isEmpty() && tooMany.isDue()) {
      LOG.warn("{} tables have no metrics: {} others have, the most", leftOut.size(), mostTables);
    }
  }

  private void add(HStore store, Table table, Sample sample) {
    StoreKey key = StoreKey.of(store);
    StoreContents contents = StoreContents.of(store);
    TableSums sums = TableSums.of(contents); // may fail, so nothing is counted before
    Optional<TierFigures> tiers = tiers(store.getStoreEngine()); // as that
    sample.files.put(key, count(contents, known.get(key), table.written));
    sample.sums.merge(store.getTableName(), sums, TableSums::plus);
    tiers.ifPresent(figures -> addTiers(store, figures, table, sample));
  }

  /** Adds the indexes of a region once, though it has a store for each family. */
  private static void addIndexes(HRegion region, Sample sample) {
    if (sample.regions.add(region.getRegionInfo().getEncodedName())) {
      sample.indexes.merge(
          region.getTableDescriptor().getTableName(),
          TableIndexSums.of(region),
          TableIndexSums::plus);
      TableIndexSums.stateOf(region)
          .ifPresent(
              state ->
                  sample.indexStates.merge(
                      region.getTableDescriptor().getTableName(),
                      state,
                      (one, other) -> one == IndexState.ACTIVE ? other : one));
    }
  }

  /** Number of regions of indexed tables whose writes insert no entries. */
  int unobservedRegions() {
    return tables.values().stream().mapToInt(table -> table.indexes.unobserved()).sum();
  }

  private static Optional<TierFigures> tiers(StoreEngine<?, ?, ?, ?> engine) {
    if (engine instanceof OffloadingStoreEngine ours) {
      return ours.tiers();
    }
    return engine instanceof TierEngine own ? own.tiers() : Optional.empty();
  }

  /**
   * Adds a store with levels. Its counts begin when the store opens, so those of a store that was
   * not in the last sample are all new.
   */
  private void addTiers(HStore store, TierFigures figures, Table table, Sample sample) {
    long now = clock.nanoTime();
    Leveled before = leveled.getOrDefault(store, NEW);
    OptionalLong since = OptionalLong.empty();
    if (figures.fullRuns() > 0) {
      since = OptionalLong.of(before.fullSinceNanos.orElse(now));
    }
    Duration full = since.isPresent() ? Duration.ofNanos(now - since.getAsLong()) : Duration.ZERO;
    sample.leveled.put(store, new Leveled(figures.written(), since));
    sample.tiers.merge(store.getTableName(), TableTierSums.of(figures, full), TableTierSums::plus);
    table.tierWritten = table.tierWritten.plus(figures.written().since(before.written));
  }

  /** Takes what is compared with the next sample of a store from the last sample. */
  private void keep(HStore store, Sample sample) {
    StoreKey key = StoreKey.of(store);
    Set<String> before = known.get(key);
    if (before != null) {
      sample.files.put(key, before);
    }
    Leveled leveledBefore = leveled.get(store);
    if (leveledBefore != null) {
      sample.leveled.put(store, leveledBefore);
    }
  }

  /**
   * Counts the files that were not there before.
   *
   * @param before names at the last sample; null for a store that was not in it
   * @return names at this sample
   */
  private static Set<String> count(StoreContents now, Set<String> before, Written written) {
    Set<String> names = new HashSet<>();
    for (List<StoredFile> files : List.of(now.files(), now.waiting())) {
      for (StoredFile file : files) {
        String name = file.extent().name();
        if (names.add(name) && before != null && !before.contains(name)) {
          switch (file.origin()) { // no default: a new origin must have a case
            case FLUSH -> written.flushed().increment(file.extent().bytes());
            case COMPACTION -> written.compacted().increment(file.extent().bytes());
            case OTHER -> {} // nothing was written
          }
        }
      }
    }
    return names;
  }

  private void forgetOld() {
    long now = clock.nanoTime();
    for (TableName name : List.copyOf(tables.keySet())) {
      if (now - tables.get(name).seenNanos > RETENTION.toNanos()) {
        tables.remove(name);
        metrics.remove(name);
      }
    }
  }

  /** Adds the tables with most bytes, at most {@link Protocol#MOST_TABLES_REPORTED}. */
  void addTo(RegionServerReport.Builder report) {
    List<TableStructure> all = new ArrayList<>(); // counters grow, and a sort needs constants
    tables.forEach((name, table) -> all.add(table.report(name)));
    all.stream()
        .sorted(
            Comparator.comparingLong(TableStructure::getBytes)
                .reversed()
                .thenComparing(TableStructure::getTable))
        .limit(Protocol.MOST_TABLES_REPORTED)
        .forEach(report::addTableStructure);
  }
}
