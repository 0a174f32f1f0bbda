// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import java.util.Arrays;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DateTieredStoreEngine;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.StripeStoreConfig;
import org.apache.hadoop.hbase.regionserver.StripeStoreEngine;
import org.apache.hadoop.hbase.regionserver.compactions.ExponentialCompactionWindowFactory;
import org.apache.hadoop.hbase.util.Bytes;

/** Store engines and compaction policies that a load compares. */
public enum Engine {
  /** HBase's default engine and policy. */
  HD("HBase's default"),
  /** As HD, but flushes wait for compactions as late as those of a forest. */
  HDB("HBase's default, flushes wait at 40 files"),
  /** HBase's stripe engine, with stripes as large as ranges. */
  HS("HBase's stripes"),
  /** HBase's date tiers, with windows of time as long as a twentieth of the load. */
  HT("HBase's date tiers"),
  /** The stepped merge, four files of a level. */
  SMA4("SMA(4)"),
  /** Each file is at most twice as large as the next newer one. */
  GEO2("Geometric(2)"),
  /** No compactions. */
  NM("Nomerge"),
  /** All files are merged after each flush. */
  RM("Rmerge"),
  /** HBase's default engine, its compactions on a compaction server. */
  HDO("HBase's default, offloaded"),
  /** Lighter's range engine. */
  RG("range engine"),
  /** The range engine, its compactions on a compaction server. */
  RGO("range engine, offloaded"),
  /** Lighter's forest. */
  FO("forest"),
  /** The forest, its compactions on a compaction server. */
  FOO("forest, offloaded"),
  /** The forest with flushes in several files, for which HBase keeps a list of files. */
  FOP("forest, flushes in pieces"),
  /** HBase's default engine with all files on the slow disk. */
  HDISK("HBase's default on DISK"),
  /** HBase's default engine with all files on the fast disk. */
  HSSD("HBase's default on SSD"),
  /** HDISK that merges four files at a time, whatever their sizes. */
  HTUNED("HBase's default on DISK, tuned"),
  /** HBase's date tiers, whose newest windows are on the fast disk. */
  HDATE("HBase's date tiers with storage policies"),
  /** Levels of four files on the slow disk. */
  K4("K=4 on DISK"),
  /** Levels of eight files on the slow disk. */
  K8("K=8 on DISK"),
  /** Levels of 80 files on the slow disk. */
  K80("K=80 on DISK"),
  /** Levels of four files, the small ones on the fast disk. */
  TI("tiers on SSD and DISK"),
  /** As TI, its compactions on a compaction server. */
  TIO("tiers, offloaded");

  /** HBase loads engines and policies by name; this module does not need them to compile. */
  private static final String RANGE_ENGINE =
      "org.apache.hadoop.hbase.regionserver.RangeStoreEngine";

  private static final String FOREST_ENGINE =
      "org.apache.hadoop.hbase.regionserver.ForestStoreEngine";

  private static final String RANGE_OPTIONS = "lighter.range.";
  private static final String FOREST_OPTIONS = "lighter.forest.";

  private static final String TRACKER = "hbase.store.file-tracker.impl";
  private static final String BLOCKING_FILES = "hbase.hstore.blockingStoreFiles";
  private static final String POLICIES = "org.apache.hadoop.hbase.regionserver.compactions.";

  /** Above all numbers of files, since a stripe engine counts those of all stripes. */
  private static final String MANY = "1000";

  /** What {@code engine enable} sets for a forest of five stages. */
  private static final String FOREST_DEPTH = "40";

  /** Files of a flush: the edges are half of it or less. */
  private static final String PIECES = "4";

  /** What HBase's manual advises for date tiers. */
  private static final String TIERS_FILES = "60";

  /** Windows of date tiers in a load. */
  private static final int TIME_WINDOWS = 20;

  /** A ratio for which every file is small enough. */
  private static final String ALL = "1000000000";

  private final String title;

  Engine(String title) {
    this.title = title;
  }

  /** Title in reports. */
  public String title() {
    return title;
  }

  /** Whether the table has key ranges of Lighter. */
  public boolean isRange() {
    return this == RG || this == RGO;
  }

  /** Whether the table is a forest of Lighter. */
  public boolean isForest() {
    return this == FO || this == FOO || this == FOP;
  }

  /** Whether the engine is meant for keys in this order; they come in the order of time. */
  public boolean appliesTo(KeyOrder keys) {
    return this != HT || keys != KeyOrder.RANDOM;
  }

  /** Whether compactions are offloaded. */
  public boolean isOffloaded() {
    return this == HDO || this == RGO || this == FOO || this == TIO;
  }

  /** Whether the table is one of {@code bench tiers}, on volumes of storage types. */
  public boolean isOnTypedVolumes() {
    return switch (this) {
      case HDISK, HSSD, HTUNED, HDATE, K4, K8, K80, TI, TIO -> true;
      case HD, HDB, HS, HT, SMA4, GEO2, NM, RM, HDO, RG, RGO, FO, FOO, FOP -> false;
    };
  }

  /** Whether the table has levels of Lighter. */
  public boolean isTiered() {
    return TierTables.filesOfLevel(this).isPresent();
  }

  /** Whether the table has levels on a fast and on a slow disk. */
  public boolean hasFastTier() {
    return this == TI || this == TIO;
  }

  /** The engine with this name, ignoring case. */
  public static Optional<Engine> byName(String name) {
    return Arrays.stream(values()).filter(it -> it.name().equalsIgnoreCase(name)).findFirst();
  }

  /** Names of engines, for messages: those of {@code bench tiers}, or all others. */
  public static String names(boolean onTypedVolumes) {
    return Arrays.stream(values())
        .filter(engine -> engine.isOnTypedVolumes() == onTypedVolumes)
        .map(Engine::name)
        .collect(Collectors.joining(", "));
  }

  /** Names of engines that need no volumes of storage types, for messages. */
  public static String names() {
    return names(false);
  }

  /** A table with this engine. Blocks of flushed files are cached, with all engines alike. */
  TableDescriptor table(TableName name, LoadPlan plan) {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(name)
            .setMemStoreFlushSize(plan.flushBytes())
            .setMaxFileSize(plan.regionBytes())
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(LoadRows.FAMILY))
                    .setCacheDataOnWrite(true)
                    .build())
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, DefaultStoreEngine.class.getName());
    switch (this) { // no default: a new engine must have its settings
      case HD -> {}
      case HDB -> table.setValue(BLOCKING_FILES, FOREST_DEPTH);
      case HS ->
          table
              .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, StripeStoreEngine.class.getName())
              .setValue(StripeStoreConfig.SIZE_TO_SPLIT_KEY, Long.toString(plan.rangeBytes()))
              .setValue(StripeStoreConfig.MIN_FILES_KEY, "2")
              .setValue(BLOCKING_FILES, MANY);
      case HT ->
          table
              .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, DateTieredStoreEngine.class.getName())
              .setValue(
                  ExponentialCompactionWindowFactory.BASE_WINDOW_MILLIS_KEY,
                  Long.toString(plan.expected().toMillis() / TIME_WINDOWS))
              .setValue(BLOCKING_FILES, TIERS_FILES);
      case SMA4 -> policy(table, "SteppedMergePolicy").setValue(LighterOption.POLICY_K.key(), "4");
      case GEO2 -> policy(table, "GeometricPolicy").setValue(LighterOption.POLICY_R.key(), "2");
      case NM -> table.setCompactionEnabled(false);
      case RM ->
          table
              .setValue("hbase.hstore.compaction.min", "2")
              .setValue("hbase.hstore.compaction.ratio", ALL);
      case HDO -> offload(table);
      case RG -> range(table.setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, RANGE_ENGINE), plan);
      case RGO ->
          range(offload(table).setValue(LighterOption.ENGINE_DELEGATE.key(), RANGE_ENGINE), plan);
      case FO -> forest(table.setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, FOREST_ENGINE), plan);
      case FOO ->
          forest(offload(table).setValue(LighterOption.ENGINE_DELEGATE.key(), FOREST_ENGINE), plan);
      case FOP ->
          forest(
              table
                  .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, FOREST_ENGINE)
                  .setValue(TRACKER, "FILE")
                  .setValue(LighterOption.FOREST_FLUSH_PIECES.key(), PIECES),
              plan);
      case HDISK, HSSD, HTUNED, HDATE, K4, K8, K80, TI, TIO ->
          TierTables.complete(this, table, plan);
    }
    return table.build();
  }

  /** The settings of a table with this engine, by key. Those of a column family are not in it. */
  public SortedMap<String, String> settings(LoadPlan plan) {
    SortedMap<String, String> settings = new TreeMap<>();
    table(TableName.valueOf(name()), plan)
        .getValues()
        .forEach(
            (key, value) ->
                settings.put(Bytes.toString(key.copyBytes()), Bytes.toString(value.copyBytes())));
    settings.remove(TableDescriptorBuilder.IS_META); // HBase gives it to every table
    return settings;
  }

  private static TableDescriptorBuilder policy(TableDescriptorBuilder table, String policy) {
    return table.setValue(
        DefaultStoreEngine.DEFAULT_COMPACTION_POLICY_CLASS_KEY, POLICIES + policy);
  }

  private static TableDescriptorBuilder offload(TableDescriptorBuilder table) {
    return table
        .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, OffloadingStoreEngine.class.getName())
        .setValue(LighterOption.WARMUP_STRATEGY.key(), WarmupStrategy.ADAPTIVE.configName());
  }

  private static void range(TableDescriptorBuilder table, LoadPlan plan) {
    table.setValue(LighterOption.RANGE_SIZE.key(), Long.toString(plan.rangeBytes()));
    add(table, plan, FOREST_OPTIONS);
  }

  private static void forest(TableDescriptorBuilder table, LoadPlan plan) {
    table
        .setValue(LighterOption.FOREST_SST_BYTES.key(), Long.toString(plan.sstBytes()))
        .setValue(BLOCKING_FILES, FOREST_DEPTH);
    add(table, plan, RANGE_OPTIONS);
  }

  /** Adds the plan's settings without the options of another engine. */
  private static void add(TableDescriptorBuilder table, LoadPlan plan, String ofAnother) {
    plan.settings()
        .forEach(
            (key, value) -> {
              if (!key.startsWith(ofAnother)) {
                table.setValue(key, value);
              }
            });
  }
}
