// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;

/**
 * A way to compact a table and to cache its blocks again: HBase's own, and those of Lighter. The
 * names follow the paper's Figure 7; {@link #OFF} is the control.
 */
public enum Strategy {
  /** The control: HBase unchanged, and no compaction. */
  OFF("Control, no compaction", null),
  /** HBase unchanged. */
  SS("Stock HBase", null),
  /** HBase with caching of a compaction's output at writing. */
  WTC("Stock, cache on write", null),
  /** HBase with prefetching of a new file at opening. */
  PF("Stock, prefetch on open", null),
  /** Offloads compactions; reads fetch blocks from HDFS. */
  CO("Offloaded, no warm-up", WarmupStrategy.NONE),
  /** Offloads compactions; reads fetch blocks from the compaction server. */
  RC("Offloaded, remote cache", WarmupStrategy.REMOTE),
  /** Caches the whole output, then switches reads. */
  PSW("Warm-up before the switch", WarmupStrategy.PRE_SWITCH),
  /** Switches reads step by step along the keys. */
  IW("Incremental warm-up", WarmupStrategy.INCREMENTAL),
  /** Switches step by step under a rate limit. */
  TIW("Throttled incremental warm-up", WarmupStrategy.THROTTLED),
  /** Switches as fast as reads allow, and warms blocks that were warm. */
  AD("Adaptive warm-up", WarmupStrategy.ADAPTIVE);

  private final String title;
  private final WarmupStrategy warmup;

  Strategy(String title, WarmupStrategy warmup) {
    this.title = title;
    this.warmup = warmup;
  }

  /** Title in reports. */
  public String title() {
    return title;
  }

  /** Whether trials have no compaction; they show how much the clients change by themselves. */
  public boolean isControl() {
    return this == OFF;
  }

  /** Whether compactions are offloaded. */
  public boolean isOffloaded() {
    return warmup != null;
  }

  /**
   * Whether the log shows when the blocks are warm; otherwise the hit ratio decides. The hit ratio
   * also decides for {@link #RC}, whose end means that all was fetched, and {@link #PSW}, whose
   * warm-up ends before the switch.
   */
  public boolean logsItsEnd() {
    return warmup != null && warmup.isGradual();
  }

  /** {@code table} with the settings of this strategy. */
  public TableDescriptor configure(TableDescriptor table) {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(table);
    Class<?> engine = isOffloaded() ? OffloadingStoreEngine.class : DefaultStoreEngine.class;
    builder.setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, engine.getName());
    if (isOffloaded()) {
      builder.setValue(LighterOption.WARMUP_STRATEGY.key(), warmup.configName());
    }
    if (this == WTC) {
      builder.setValue(CacheConfig.CACHE_COMPACTED_BLOCKS_ON_WRITE_KEY, "true");
    }
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      builder.modifyColumnFamily(
          ColumnFamilyDescriptorBuilder.newBuilder(family)
              .setPrefetchBlocksOnOpen(this == PF)
              .build());
    }
    return builder.build();
  }

  /** The strategy with this name, ignoring case. */
  public static Optional<Strategy> byName(String name) {
    return Arrays.stream(values()).filter(it -> it.name().equalsIgnoreCase(name)).findFirst();
  }

  /** All names, for messages. */
  public static String names() {
    return Arrays.stream(values()).map(Strategy::name).collect(Collectors.joining(", "));
  }
}
