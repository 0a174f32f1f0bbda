// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import java.util.Locale;
import java.util.OptionalInt;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DateTieredStoreEngine;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionConfiguration;
import org.apache.hadoop.hbase.regionserver.compactions.ExponentialCompactionWindowFactory;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The tables of {@code bench tiers}: levels of Lighter, and what HBase offers without Lighter, each
 * with the best settings that cost nothing. Data blocks are not cached, so that reads go to a disk;
 * indexes and Bloom filters are. Stateless.
 */
final class TierTables {
  /** Files of a level where the row does not say otherwise. */
  static final int K = 4;

  private static final int MORE = 8;
  private static final int MOST = 80;

  /** HBase loads engines by name; this module does not need them to compile. */
  private static final String TIERED_ENGINE =
      "org.apache.hadoop.hbase.regionserver.TieredStoreEngine";

  /** Levels 0 and 1 have K and K x K flushes at most, which is half of the tier's bytes. */
  private static final int FAST_TIER_FLUSHES = 2 * (K + K * K);

  /** The least bytes of a tier. */
  private static final long LEAST_TIER = 64L << 20;

  /** Small, so that a get of a slow disk reads little beside what it needs. */
  private static final int BLOCK_BYTES = 8 << 10;

  /** Above all flushes, since clients flush. */
  private static final long LEAST_MEMSTORE = 64L << 20;

  private static final String FAST = "ALL_SSD";
  private static final String SLOW = "HOT";

  /** Bloom filters of 34 files: one read in twelve is not needed, as with few files and 1 %. */
  private static final String BLOOM_OF_MOST = "0.0025";

  /** HBase's default number of files at which flushes wait, and that for date tiers. */
  private static final int STOCK_FILES = 16;

  private static final int DATE_FILES = 60;
  private static final String MANY = "1000";
  private static final int TIME_WINDOWS = 20;

  private TierTables() {}

  /** Bytes of the fast tier in a table of this plan, and of a file-backed block cache instead. */
  static long fastBytes(LoadPlan plan) {
    return Math.max(LEAST_TIER, FAST_TIER_FLUSHES * plan.flushBytes());
  }

  /** Files of a level; empty for HBase's engines. */
  static OptionalInt filesOfLevel(Engine engine) {
    return switch (engine) {
      case K4, TI, TIO -> OptionalInt.of(K);
      case K8 -> OptionalInt.of(MORE);
      case K80 -> OptionalInt.of(MOST);
      default -> OptionalInt.empty();
    };
  }

  /**
   * The number of files above which the next flush waits: of levels K more than without a merge in
   * flight, otherwise what HBase has.
   *
   * @param flushes flushes so far
   */
  static long mostFiles(Engine engine, long flushes) {
    OptionalInt k = filesOfLevel(engine);
    if (k.isPresent()) {
      return LevelFormula.files(flushes, k.getAsInt()) + k.getAsInt();
    }
    return engine == Engine.HDATE ? DATE_FILES : STOCK_FILES;
  }

  /** Completes the table of an engine of {@code bench tiers}. */
  static TableDescriptorBuilder complete(
      Engine engine, TableDescriptorBuilder table, LoadPlan plan) {
    boolean isFast = engine == Engine.HSSD || engine == Engine.HDATE || engine.hasFastTier();
    table
        .modifyColumnFamily(
            ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(LoadRows.FAMILY))
                .setBlocksize(BLOCK_BYTES)
                .setBlockCacheEnabled(false)
                .setStoragePolicy(isFast ? FAST : SLOW)
                .build())
        .setMemStoreFlushSize(Math.max(LEAST_MEMSTORE, K * plan.flushBytes()))
        .setValue("hbase.hstore.blockingStoreFiles", MANY); // clients wait instead
    return filesOfLevel(engine).isPresent()
        ? levels(engine, table, plan)
        : stock(engine, table, plan);
  }

  private static TableDescriptorBuilder stock(
      Engine engine, TableDescriptorBuilder table, LoadPlan plan) {
    if (engine == Engine.HDATE) {
      return dateTiers(table, plan);
    }
    if (engine == Engine.HTUNED) {
      table
          .setValue("hbase.hstore.compaction.min", Integer.toString(K))
          .setValue("hbase.hstore.compaction.max", Integer.toString(K))
          .setValue("hbase.hstore.compaction.ratio", "5");
    }
    // with HBase's default of 128 MB all files of a small store are merged again and again
    return table.setValue("hbase.hstore.compaction.min.size", Long.toString(plan.flushBytes()));
  }

  /** Windows stay on the fast disk until as many bytes as the fast tier has are newer. */
  private static TableDescriptorBuilder dateTiers(TableDescriptorBuilder table, LoadPlan plan) {
    long loadMillis = plan.expected().toMillis();
    String hotMillis =
        Long.toString(Math.max(1, loadMillis * FAST_TIER_FLUSHES / LoadParts.TIERS.flushes()));
    return table
        .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, DateTieredStoreEngine.class.getName())
        .setValue(
            ExponentialCompactionWindowFactory.BASE_WINDOW_MILLIS_KEY,
            Long.toString(Math.max(1, loadMillis / TIME_WINDOWS)))
        .setValue(CompactionConfiguration.DATE_TIERED_STORAGE_POLICY_ENABLE_KEY, "true")
        .setValue(CompactionConfiguration.DATE_TIERED_HOT_WINDOW_AGE_MILLIS_KEY, hotMillis)
        .setValue(CompactionConfiguration.DATE_TIERED_HOT_WINDOW_STORAGE_POLICY_KEY, FAST)
        .setValue(CompactionConfiguration.DATE_TIERED_WARM_WINDOW_AGE_MILLIS_KEY, hotMillis)
        .setValue(CompactionConfiguration.DATE_TIERED_WARM_WINDOW_STORAGE_POLICY_KEY, SLOW)
        .setValue(CompactionConfiguration.DATE_TIERED_COLD_WINDOW_STORAGE_POLICY_KEY, SLOW);
  }

  private static TableDescriptorBuilder levels(
      Engine engine, TableDescriptorBuilder table, LoadPlan plan) {
    int k = filesOfLevel(engine).orElseThrow();
    String tiers =
        engine.hasFastTier()
            ? String.format(Locale.ROOT, "*:%d:%d;%s:%d", k, fastBytes(plan), SLOW, k)
            : "*:" + k;
    if (engine == Engine.TIO) {
      table
          .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, OffloadingStoreEngine.class.getName())
          .setValue(LighterOption.ENGINE_DELEGATE.key(), TIERED_ENGINE)
          .setValue(LighterOption.WARMUP_STRATEGY.key(), WarmupStrategy.ADAPTIVE.configName());
    } else {
      table.setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, TIERED_ENGINE);
    }
    if (engine == Engine.K80) {
      table.setValue("io.storefile.bloom.error.rate", BLOOM_OF_MOST);
    }
    plan.settings().forEach(table::setValue);
    return table
        .setValue(LighterOption.TIERED_TIERS.key(), tiers)
        .setValue(LighterOption.TIERED_BASE.key(), Long.toString(plan.flushBytes()));
  }
}
