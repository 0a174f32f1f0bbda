// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.lighter.engine.advise.EngineOptions;
import io.lighter.engine.advise.Forecast;
import io.lighter.engine.advise.KeyOrder;
import io.lighter.engine.advise.SimulatedEngine;
import io.lighter.engine.advise.StoreSimulation;
import io.lighter.engine.advise.StoreWorkload;
import io.lighter.engine.policy.Geometric;
import io.lighter.engine.policy.SteppedMerge;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.compactions.DateTieredCompactionPolicy;
import org.apache.hadoop.hbase.regionserver.compactions.ExploringCompactionPolicy;
import org.apache.hadoop.hbase.regionserver.compactions.GeometricPolicy;
import org.apache.hadoop.hbase.regionserver.compactions.SteppedMergePolicy;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.util.ManualEnvironmentEdge;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Simulated engines next to the engines themselves, in regions with the same flushes. */
@Tag("long")
class StoreSimulationRegionTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int FLUSHES = 60;
  private static final int ROWS_OF_A_FLUSH = 100;
  private static final int VALUE_BYTES = 1_000;
  private static final long INTERVAL_MILLIS = 35 * 60_000;
  private static final long CHECK_MILLIS = 10_000_000;
  private static final int PERCENT = 15;

  /** Sizes that a few flushes of about 110 KB fill. */
  private static final long RANGE_BYTES = 400_000;

  private static final long SPLIT_BYTES = 1_000_000;
  private static final String UNIT = "112KB";
  private static final long UNIT_BYTES = 112 << 10;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private final ManualEnvironmentEdge clock = new ManualEnvironmentEdge();
  private final Random random = new Random(1);
  private final List<byte[]> rows = new ArrayList<>();
  private HRegion region;
  private HStore store;
  private long flushedBytes;
  private long compactedBytes;
  private long largestJob;

  @AfterEach
  void close() throws IOException {
    try {
      HBaseTestingUtility.closeRegionAndWAL(region);
    } finally {
      EnvironmentEdgeManager.reset();
      util.cleanupTestDir();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "DEFAULT, 0, UNIFORM",
    "DEFAULT, 50, UNIFORM",
    "STRIPE, 0, UNIFORM",
    "STRIPE, 50, UNIFORM",
    "STRIPE, 0, ASCENDING",
    "DATE_TIERED, 0, UNIFORM",
    "DATE_TIERED, 50, UNIFORM",
    "RANGE, 0, UNIFORM",
    "RANGE, 50, UNIFORM",
    "RANGE, 0, ASCENDING",
    "FOREST, 0, UNIFORM",
    "FOREST, 0, ASCENDING",
    "STEPPED_MERGE, 0, UNIFORM",
    "STEPPED_MERGE, 50, UNIFORM",
    "GEOMETRIC, 0, UNIFORM",
    "GEOMETRIC, 50, UNIFORM"
  })
  void simulationWritesWhatTheEngineWrites(SimulatedEngine engine, int percent, KeyOrder order)
      throws IOException {
    create(engine);
    for (int flush = 1; flush <= FLUSHES; flush++) {
      long before = clock.currentTime();
      clock.setValue(flush * INTERVAL_MILLIS);
      write(percent, order);
      flush();
      compact(
          engine.compactionsAfterFlush()
              + clock.currentTime() / CHECK_MILLIS
              - before / CHECK_MILLIS);
    }

    Forecast forecast = StoreSimulation.play(engine, workload(percent, order), options());

    double writes = 1 + (double) compactedBytes / flushedBytes;
    assertThat(forecast.writeAmplification()).isCloseTo(writes, withinPercentage(PERCENT));
    assertThat((double) forecast.files())
        .isBetween(0.5 * store.getStorefiles().size(), 2.0 * store.getStorefiles().size());
    assertThat((double) forecast.largestJobBytes()).isBetween(0.7 * largestJob, 1.4 * largestJob);
  }

  private StoreWorkload workload(int percent, KeyOrder order) {
    long flush = flushedBytes / FLUSHES;
    return new StoreWorkload(
        0, flush, FLUSHES * flush, flush * 1_000.0 / INTERVAL_MILLIS, percent / 100.0, order);
  }

  private EngineOptions options() {
    return new EngineOptions(
        3,
        10,
        1.2,
        1,
        16,
        0,
        new EngineOptions.Stripes(4, 10, SPLIT_BYTES),
        new EngineOptions.Tiers(6, 6 * 3_600_000, 4),
        SmallRangeEngine.limits(conf),
        SmallForestEngine.limits(conf),
        new SteppedMerge(4, UNIT_BYTES),
        new Geometric(2, 0, UNIT_BYTES));
  }

  private void create(SimulatedEngine engine) throws IOException {
    EnvironmentEdgeManager.injectEdge(clock);
    clock.setValue(1);
    conf.setLong("hbase.hstore.compaction.min.size", 1);
    conf.setLong("hbase.hregion.majorcompaction", 0);
    conf.setLong("hbase.store.stripe.sizeToSplit", SPLIT_BYTES);
    conf.setLong(SmallRangeEngine.RANGE_BYTES, RANGE_BYTES);
    conf.setLong(SmallForestEngine.SST_BYTES, UNIT_BYTES);
    conf.set("lighter.policy.unit", UNIT);
    conf.set(DefaultStoreEngine.DEFAULT_COMPACTION_POLICY_CLASS_KEY, policy(engine).getName());
    TableName name = TableName.valueOf(engine.name());
    region =
        HBaseTestingUtility.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(name).build(),
            new Path(util.getDataTestDir(), engine.name()),
            conf,
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, engineClass(engine).getName())
                .build());
    store = region.getStore(FAMILY);
  }

  private static Class<?> engineClass(SimulatedEngine engine) {
    return switch (engine) {
      case DEFAULT, STEPPED_MERGE, GEOMETRIC -> DefaultStoreEngine.class;
      case STRIPE -> StripeStoreEngine.class;
      case DATE_TIERED -> DateTieredStoreEngine.class;
      case RANGE -> SmallRangeEngine.class;
      case FOREST -> SmallForestEngine.class;
    };
  }

  private static Class<?> policy(SimulatedEngine engine) {
    return switch (engine) {
      case DEFAULT, STRIPE, RANGE, FOREST -> ExploringCompactionPolicy.class;
      case DATE_TIERED -> DateTieredCompactionPolicy.class;
      case STEPPED_MERGE -> SteppedMergePolicy.class;
      case GEOMETRIC -> GeometricPolicy.class;
    };
  }

  /** Writes new rows, and a share of old ones, each once. */
  private void write(int percent, KeyOrder order) throws IOException {
    int old = rows.isEmpty() ? 0 : ROWS_OF_A_FLUSH * percent / 100;
    Map<Integer, byte[]> overwritten = new TreeMap<>();
    while (overwritten.size() < old) {
      int number = random.nextInt(rows.size());
      overwritten.put(number, rows.get(number));
    }
    for (byte[] row : overwritten.values()) {
      put(row);
    }
    for (int i = old; i < ROWS_OF_A_FLUSH; i++) {
      long key = order == KeyOrder.ASCENDING ? rows.size() : random.nextLong();
      byte[] row = Bytes.toBytes("%016x".formatted(key));
      rows.add(row);
      put(row);
    }
  }

  private void put(byte[] row) throws IOException {
    byte[] value = new byte[VALUE_BYTES];
    random.nextBytes(value);
    region.put(new Put(row).setDurability(Durability.SKIP_WAL).addColumn(FAMILY, FAMILY, value));
  }

  private void flush() throws IOException {
    Map<Path, Long> before = sizes();
    region.flush(true);
    flushedBytes += newBytes(before);
  }

  /** As HBase and the engine ask: after the flush, by a period, and while flushes wait. */
  private void compact(long asks) throws IOException {
    for (long asked = 0; asked < asks || store.getCompactPriority() <= 0; asked++) {
      Optional<CompactionContext> next =
          store.needsCompaction()
              ? store.requestCompaction(Store.NO_PRIORITY, CompactionLifeCycleTracker.DUMMY, null)
              : Optional.empty();
      if (next.isEmpty()) {
        return;
      }
      Map<Path, Long> before = sizes();
      long in =
          next.get().getRequest().getFiles().stream()
              .mapToLong(file -> file.getReader().length())
              .sum();
      region.compact(next.get(), store, NoLimitThroughputController.INSTANCE);
      long out = newBytes(before);
      compactedBytes += out;
      largestJob = Math.max(largestJob, in + out);
    }
  }

  private Map<Path, Long> sizes() {
    Map<Path, Long> sizes = new TreeMap<>();
    store.getStorefiles().forEach(file -> sizes.put(file.getPath(), file.getReader().length()));
    return sizes;
  }

  private long newBytes(Map<Path, Long> before) {
    Map<Path, Long> now = sizes();
    now.keySet().removeAll(before.keySet());
    return now.values().stream().mapToLong(Long::longValue).sum();
  }
}
