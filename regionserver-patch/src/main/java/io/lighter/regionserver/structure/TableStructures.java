// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.structure;

import io.lighter.common.MonotonicClock;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.TableStructure;
import io.lighter.common.rpc.Protocol;
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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.HStore;
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

  private static final Logger LOG = LoggerFactory.getLogger(TableStructures.class);

  private final StructureMetrics metrics;
  private final UnreadableStores unreadable;
  private final MonotonicClock clock;
  private final int mostTables;
  private final RepeatedWarning tooMany;
  private final Map<TableName, Table> tables = new ConcurrentHashMap<>();

  /** Names of the files of each store at the last sample. Used by {@link #sample} alone. */
  private Map<StoreKey, Set<String>> known = Map.of();

  private record StoreKey(String region, String family) {
    static StoreKey of(HStore store) {
      return new StoreKey(store.getRegionInfo().getEncodedName(), store.getColumnFamilyName());
    }
  }

  /** What a sample has found so far: the names of each store's files, and sums of each table. */
  private record Sample(Map<StoreKey, Set<String>> files, Map<TableName, TableSums> sums) {}

  private static final class Table {
    /** Written by {@link #sample} alone. */
    private volatile TableSums sums = TableSums.NONE;

    /** Time of the last sample with a region of the table. Used by {@link #sample} alone. */
    private long seenNanos;

    private final Written written;

    Table(TableName name, StructureMetrics metrics) {
      written = metrics.register(name, () -> sums);
    }

    private TableStructure report(TableName name) {
      TableSums now = sums;
      return TableStructure.newBuilder()
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
  }

  /**
   * Looks at all stores. A store that cannot be read is left out of the sums of its table. Its new
   * files are counted once it can be read again. Tables above the limit are logged with their
   * number.
   *
   * @param stores the stores of all open primary regions of users' tables
   */
  void sample(Collection<HStore> stores) {
    Sample sample = new Sample(new HashMap<>(), new HashMap<>());
    Set<TableName> leftOut = new HashSet<>();
    for (HStore store : stores) {
      TableName name = store.getTableName();
      if (tables.containsKey(name) || tables.size() < mostTables) {
        Table table = tables.computeIfAbsent(name, each -> new Table(each, metrics));
        table.seenNanos = clock.nanoTime();
        try {
          add(store, table, sample);
        } catch (RuntimeException e) { // the other stores can still be read
          unreadable.log(store, e);
          keep(StoreKey.of(store), sample);
        }
      } else {
        leftOut.add(name);
      }
    }
    known = sample.files;
    tables.forEach((name, table) -> table.sums = sample.sums.getOrDefault(name, TableSums.NONE));
    forgetOld();
    if (!leftOut.isEmpty() && tooMany.isDue()) {
      LOG.warn("{} tables have no metrics: {} others have, the most", leftOut.size(), mostTables);
    }
  }

  private void add(HStore store, Table table, Sample sample) {
    StoreKey key = StoreKey.of(store);
    StoreContents contents = StoreContents.of(store);
    TableSums sums = TableSums.of(contents); // may fail, so nothing is counted before
    sample.files.put(key, count(contents, known.get(key), table.written));
    sample.sums.merge(store.getTableName(), sums, TableSums::plus);
  }

  /** Takes the names of a store's files from the last sample. */
  private void keep(StoreKey key, Sample sample) {
    Set<String> before = known.get(key);
    if (before != null) {
      sample.files.put(key, before);
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
