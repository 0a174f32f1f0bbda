// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.Units;
import io.lighter.common.config.ConfigurationException;
import io.lighter.engine.advise.Device;
import io.lighter.engine.advise.EngineOptions;
import io.lighter.engine.advise.KeyOrder;
import io.lighter.engine.advise.ReadLoad;
import io.lighter.engine.advise.SimulatedEngine;
import io.lighter.engine.advise.StoreWorkload;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What {@code lighter advise} simulates: the mean store of the family with most bytes.
 *
 * @param family its name
 * @param workload what the store gets from now on
 * @param history what the store got while it was measured
 * @param running the engine of all its stores; empty if they differ or it cannot be simulated
 * @param options options of the engines, by this host's site, the table and the family
 * @param measured the table's sums
 * @param covered time that the counters cover
 * @param expires whether the family has a TTL
 * @param assumptions sentences
 * @param notMeasured what is only assumed, as noun phrases
 */
record AdviseInputs(
    String family,
    StoreWorkload workload,
    StoreWorkload history,
    Optional<SimulatedEngine> running,
    EngineOptions options,
    ReadLoad reads,
    TableStores.Sums measured,
    Duration covered,
    boolean expires,
    List<String> assumptions,
    List<String> notMeasured) {
  private static final String POLICY = "hbase.hstore.defaultengine.compactionpolicy.class";
  private static final String EXPLORING = "ExploringCompactionPolicy";
  private static final String PERIODIC_FLUSH = "hbase.regionserver.optionalcacheflushinterval";
  private static final long HOUR_MILLIS = 3_600_000;

  /** Fewest flushes that are simulated, so that compactions of any size occur. */
  private static final int FEWEST_FLUSHES = 50;

  /** Files of a store from which on its sorted runs tell the order of keys. */
  private static final int TELLING_FILES = 3;

  private static final int REPLICATION = 3;

  /** What the user gives. */
  record Given(
      OptionalDouble overwrites,
      Optional<KeyOrder> keyOrder,
      OptionalDouble scans,
      OptionalDouble cached,
      Optional<Device> device) {
    static Given of(AdviseFlags flags) {
      return new Given(
          flags.overwrites(), flags.keyOrder(), flags.scans(), flags.cached(), flags.device());
    }
  }

  /**
   * Derives the inputs.
   *
   * @param regions encoded names of the table's regions
   * @throws IOException if too little of the table is known; names what is missing
   * @throws ConfigurationException if an option of HBase's has a wrong value
   */
  static AdviseInputs of(
      Configuration site,
      TableDescriptor table,
      TableStores observed,
      EngineCluster.Load load,
      Set<String> regions,
      Given given)
      throws IOException, ConfigurationException {
    return new Derivation(site, table, observed, load, regions, given).inputs();
  }

  /** The derivation for one table; used once. */
  private static final class Derivation {
    private final TableDescriptor table;
    private final TableStores observed;
    private final EngineCluster.Load load;
    private final Set<String> regions;
    private final Given given;
    private final TableStores.Sums sums;
    private final String family;
    private final List<TableStores.Store> stores;
    private final Configuration conf;
    private final List<String> assumptions = new ArrayList<>();
    private final List<String> notMeasured = new ArrayList<>();

    Derivation(
        Configuration site,
        TableDescriptor table,
        TableStores observed,
        EngineCluster.Load load,
        Set<String> regions,
        Given given)
        throws IOException {
      this.table = table;
      this.observed = observed;
      this.load = load;
      this.regions = regions;
      this.given = given;
      sums =
          observed
              .sums()
              .orElseThrow(() -> noData("no region server with Lighter reports the table"));
      if (sums.flushedBytes() <= 0 || load.covered().toMillis() <= 0) {
        throw noData("nothing was flushed since its region servers started");
      }
      Map<String, Long> bytes = bytesByFamily();
      family =
          bytes.entrySet().stream()
              .filter(each -> each.getValue() > 0)
              .max(Map.Entry.comparingByValue())
              .orElseThrow(() -> noData("no store with a file is reported"))
              .getKey();
      stores = observed.stores().stream().filter(each -> each.family().equals(family)).toList();
      conf = configuration(site, table, family);
    }

    private IOException noData(String why) {
      return new IOException(
          "table %s: not enough is measured for an advice: %s"
              .formatted(table.getTableName(), why));
    }

    private Map<String, Long> bytesByFamily() {
      return observed.stores().stream()
          .filter(store -> table.hasColumnFamily(Bytes.toBytes(store.family())))
          .collect(
              Collectors.groupingBy(
                  TableStores.Store::family,
                  TreeMap::new,
                  Collectors.summingLong(TableStores.Store::bytes)));
    }

    AdviseInputs inputs() throws ConfigurationException {
      double overwrites = overwrites();
      KeyOrder order = keyOrder();
      double share = (double) bytes() / bytesByFamily().values().stream().mapToLong(b -> b).sum();
      int count = Math.max(regions.size(), stores.size());
      double flushed = sums.flushedBytes() * share / count;
      double rate = flushed / Math.max(1e-3, load.covered().toMillis() / 1e3);
      long flushBytes = flushBytes(rate, share);
      long storeBytes = storeBytes(order == KeyOrder.UNIFORM ? overwrites : 0);
      assumptions.add(
          0,
          format(
              "the store has the mean size of the %d stores of family %s, which has %.0f %% of the"
                  + " table's bytes",
              count, family, 100 * share));
      describeUnreported();
      ReadLoad reads = reads(share, count);
      long written = Math.max(1, Math.round(flushed));
      double added = order == KeyOrder.UNIFORM ? flushed * (1 - overwrites) : flushed;
      assumptions.add(
          "a compaction takes no time; HBase asks for one after each flush, range and forest until"
              + " none is due; no region is split, nothing is deleted or expires");
      return new AdviseInputs(
          family,
          new StoreWorkload(
              storeBytes,
              flushBytes,
              Math.max(storeBytes, FEWEST_FLUSHES * flushBytes),
              rate,
              overwrites,
              order),
          new StoreWorkload(
              Math.max(0, storeBytes - Math.round(added)),
              flushBytes,
              written,
              rate,
              overwrites,
              order),
          running(),
          EngineOptions.of(conf, regionFlushBytes(), regionBytes(), assumptions::add),
          reads,
          sums,
          load.covered(),
          descriptor().getTimeToLive() != HConstants.FOREVER,
          List.copyOf(assumptions),
          List.copyOf(notMeasured));
    }

    private long bytes() {
      return stores.stream().mapToLong(TableStores.Store::bytes).sum();
    }

    private ColumnFamilyDescriptor descriptor() {
      return table.getColumnFamily(Bytes.toBytes(family));
    }

    /** Live bytes of the mean store: un-merged cells replace others as often as any. */
    private long storeBytes(double overwrites) {
      double unmerged = stores.stream().mapToLong(TableStores.Store::unmergedBytes).sum();
      return Math.round((bytes() - overwrites * unmerged) / stores.size());
    }

    private long regionFlushBytes() {
      long ofTable = table.getMemStoreFlushSize();
      return ofTable > 0
          ? ofTable
          : conf.getLong(HConstants.HREGION_MEMSTORE_FLUSH_SIZE, 128L << 20);
    }

    private long regionBytes() {
      long ofTable = table.getMaxFileSize();
      return ofTable > 0
          ? ofTable
          : conf.getLong(HConstants.HREGION_MAX_FILESIZE, HConstants.DEFAULT_MAX_FILE_SIZE);
    }

    /** A flush is one of a full memstore, or what arrives between two periodic flushes. */
    private long flushBytes(double rate, double share) {
      double full = regionFlushBytes() * share * load.compression();
      long periodMillis = conf.getLong(PERIODIC_FLUSH, HOUR_MILLIS);
      double periodic = periodMillis > 0 ? rate * periodMillis / 1e3 : full;
      long bytes = Math.max(1, Math.round(Math.min(full, periodic)));
      assumptions.add(
          format(
              "a flush writes %s, %s",
              Units.bytes(bytes),
              full <= periodic
                  ? "which is a full memstore's share of the family, compressed as store files are"
                  : "which is what arrives in " + Units.duration(periodMillis)));
      return bytes;
    }

    /** Flushed bytes that are not in the store have replaced others: a lower bound. */
    private double overwrites() {
      if (given.overwrites().isPresent()) {
        return given.overwrites().getAsDouble();
      }
      double least = Math.max(0, 1 - (double) sums.bytes() / sums.flushedBytes());
      notMeasured.add(
          least > 0
              ? format("overwrites (at least %.0f %%, by bytes flushed and stored)", 100 * least)
              : "overwrites (none)");
      return least;
    }

    private KeyOrder keyOrder() {
      if (given.keyOrder().isPresent()) {
        return given.keyOrder().get();
      }
      List<TableStores.Store> telling =
          stores.stream()
              .filter(store -> store.files() >= TELLING_FILES)
              .filter(store -> !hasRangesOfKeys(store))
              .toList();
      if (telling.isEmpty()) {
        notMeasured.add("key order (uniform)");
        return KeyOrder.UNIFORM;
      }
      boolean ascending = telling.stream().allMatch(store -> store.runs() == 1);
      assumptions.add(
          ascending
              ? "keys are ascending, since no files of a store overlap"
              : "keys are all over a region, since files of a store overlap");
      return ascending ? KeyOrder.ASCENDING : KeyOrder.UNIFORM;
    }

    /** Whether the engine makes files that do not overlap from keys of any order. */
    private static boolean hasRangesOfKeys(TableStores.Store store) {
      return EngineName.byClass(store.engine())
          .map(
              engine ->
                  switch (engine) {
                    case RANGE, STRIPE, FOREST -> true;
                    case DEFAULT, DATE_TIERED, TIERED -> false;
                  })
          .orElse(true);
    }

    private void describeUnreported() {
      if (load.changed()) {
        notMeasured.add("writes of a region before it was split or merged");
      }
      int missing = observed.notReported(regions, Set.of(family)).size();
      if (missing > 0) {
        notMeasured.add(format("stores of %d of %d regions", missing, regions.size()));
      }
      long largest = stores.stream().mapToLong(TableStores.Store::bytes).max().orElseThrow();
      assumptions.add(
          format(
              "the largest store has %s, so its largest job may be larger", Units.bytes(largest)));
    }

    private ReadLoad reads(double share, int count) {
      if (given.scans().isEmpty()) {
        notMeasured.add("share of scans (50 %)");
      }
      if (given.device().isEmpty()) {
        notMeasured.add("device (disk)");
      }
      Device device = given.device().orElse(Device.DISK);
      double ofHeap =
          conf.getFloat(
              HConstants.HFILE_BLOCK_CACHE_SIZE_KEY, HConstants.HFILE_BLOCK_CACHE_SIZE_DEFAULT);
      double cache = load.heapBytes() * ofHeap;
      double cached =
          given
              .cached()
              .orElse(load.servedBytes() > 0 ? Math.min(1, cache / load.servedBytes()) : 0);
      if (given.cached().isEmpty()) {
        assumptions.add(
            format(
                "the block cache is %.2f of the heap, by this host's site, and holds %.0f %% of the"
                    + " data of all tables there",
                ofHeap, 100 * cached));
      }
      int replication = descriptor().getDFSReplication();
      double rows = load.rowsReadPerSecond() * share / count;
      ReadLoad reads =
          new ReadLoad(
              rows,
              given.scans(),
              cached,
              device,
              replication > 0 ? replication : conf.getInt("dfs.replication", REPLICATION),
              given.cached().isEmpty() && sums.bytes() <= cache);
      assumptions.add(
          format(
              "a store has reads of %.1f rows/s; a scan reads %d rows",
              rows, ReadLoad.ROWS_PER_SCAN));
      assumptions.add(
          format(
              "%s: %s/s, and %.1f ms for a block at random; %d replicas of a written byte",
              device.tag(),
              Units.bytes(device.bytesPerSecond()),
              1e3 * device.seekSeconds(),
              reads.replication()));
      return reads;
    }

    private Optional<SimulatedEngine> running() {
      Set<String> classes =
          stores.stream().map(TableStores.Store::engine).collect(Collectors.toSet());
      if (classes.size() != 1) {
        return Optional.empty();
      }
      Optional<EngineName> engine = EngineName.byClass(classes.iterator().next());
      if (engine.filter(EngineName.DEFAULT::equals).isPresent()) {
        return policy();
      }
      return engine.flatMap(
          name ->
              Arrays.stream(SimulatedEngine.values())
                  .filter(each -> each.tag().equals(name.tag()))
                  .findFirst());
    }

    private Optional<SimulatedEngine> policy() {
      String policy = conf.getTrimmed(POLICY, EXPLORING);
      return switch (policy.substring(policy.lastIndexOf('.') + 1)) {
        case EXPLORING -> Optional.of(SimulatedEngine.DEFAULT);
        case "SteppedMergePolicy" -> Optional.of(SimulatedEngine.STEPPED_MERGE);
        case "GeometricPolicy" -> Optional.of(SimulatedEngine.GEOMETRIC);
        default -> Optional.empty(); // a class of the user's
      };
    }

    private static String format(String pattern, Object... values) {
      return String.format(Locale.ROOT, pattern, values);
    }
  }

  /** The site's options below those of the table and the family. */
  private static Configuration configuration(
      Configuration site, TableDescriptor table, String family) {
    Configuration conf = new Configuration(site);
    ColumnFamilyDescriptor own = table.getColumnFamily(Bytes.toBytes(family));
    for (Map<Bytes, Bytes> values : List.of(table.getValues(), own.getValues())) {
      values.forEach(
          (key, value) -> {
            String name = Bytes.toString(key.get(), key.getOffset(), key.getLength());
            if (name.startsWith("hbase.") || name.startsWith("lighter.")) {
              conf.set(name, Bytes.toString(value.get(), value.getOffset(), value.getLength()));
            }
          });
    }
    own.getConfiguration().forEach(conf::set);
    return conf;
  }
}
