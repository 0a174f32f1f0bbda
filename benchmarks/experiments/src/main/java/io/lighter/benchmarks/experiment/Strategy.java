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
 * A way to compact a table and to get its blocks back into the cache: HBase's own ones, and those
 * of Lighter. The names are those of the paper's Figure 7, where it has them.
 */
public enum Strategy {
  /** HBase as it is. */
  SS("Stock HBase", null),
  /** HBase, which caches the output of a compaction as it writes it. */
  WTC("Stock, cache on write", null),
  /** HBase, which reads a new file into the cache when it opens it. */
  PF("Stock, prefetch on open", null),
  /** Compacts elsewhere; blocks come from HDFS when they are asked for. */
  CO("Offloaded, no warm-up", WarmupStrategy.NONE),
  /** Compacts elsewhere; blocks come from the compaction server when they are asked for. */
  RC("Offloaded, remote cache", WarmupStrategy.REMOTE),
  /** Caches all of the output, then switches. */
  PSW("Warm-up before the switch", WarmupStrategy.PRE_SWITCH),
  /** Moves the switch along the keys. */
  IW("Incremental warm-up", WarmupStrategy.INCREMENTAL),
  /** Moves it under a rate limit. */
  TIW("Throttled incremental warm-up", WarmupStrategy.THROTTLED),
  /** Moves it as fast as reads allow, and warms what was warm. */
  AD("Adaptive warm-up", WarmupStrategy.ADAPTIVE);

  private final String title;
  private final WarmupStrategy warmup;

  Strategy(String title, WarmupStrategy warmup) {
    this.title = title;
    this.warmup = warmup;
  }

  /** In words, for people. */
  public String title() {
    return title;
  }

  /** Whether its compactions leave the region server. */
  public boolean isOffloaded() {
    return warmup != null;
  }

  /**
   * Whether the log tells when the blocks are warm. Where it does not, the hit ratio has to; also
   * for {@link #RC}, whose end says that all was fetched, and for {@link #PSW}, whose warm-up is
   * over before the switch.
   */
  public boolean logsItsEnd() {
    return warmup != null && warmup.isGradual();
  }

  /** {@code table}, with what makes it compact in this way. */
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

  /** The strategy of this name, in any case. */
  public static Optional<Strategy> byName(String name) {
    return Arrays.stream(values()).filter(it -> it.name().equalsIgnoreCase(name)).findFirst();
  }

  /** All names, for messages. */
  public static String names() {
    return Arrays.stream(values()).map(Strategy::name).collect(Collectors.joining(", "));
  }
}
