// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Tables of numbered rows in one region, whose blocks are all cached. */
final class CachedRows {
  static final int ROWS = 3000;

  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] QUALIFIER = Bytes.toBytes("q");
  private static final int VALUE_BYTES = 500;
  private static final int LARGE_VALUE_BYTES = 2000;

  /** A third of the rows of {@link #createForest} are several files. */
  private static final int FOREST_SST_BYTES = 200_000;

  private static final int HUGE_VALUE_BYTES = 5_000;

  private CachedRows() {}

  static HRegion create(OffloadCluster cluster, WarmupStrategy strategy) throws IOException {
    return create(cluster, strategy, LighterOption.WARMUP_STRATEGY, strategy.configName());
  }

  /** Creates a table with rows four times as large, for a longer warm-up. */
  static HRegion createLarge(OffloadCluster cluster, WarmupStrategy strategy) throws IOException {
    return create(
        cluster, strategy, LighterOption.WARMUP_STRATEGY, strategy.configName(), LARGE_VALUE_BYTES);
  }

  /** Creates a table with rows so large that a warm-up never ends before it is stopped. */
  static HRegion createHuge(OffloadCluster cluster, WarmupStrategy strategy) throws IOException {
    return create(
        cluster, strategy, LighterOption.WARMUP_STRATEGY, strategy.configName(), HUGE_VALUE_BYTES);
  }

  /** Creates three files, of which the later ones overwrite and delete; caches all blocks. */
  static HRegion create(
      OffloadCluster cluster, WarmupStrategy strategy, LighterOption option, String value)
      throws IOException {
    return create(cluster, strategy, option, value, VALUE_BYTES);
  }

  /** Creates a primary replica as {@link #create}, and an empty secondary; returns both. */
  static List<HRegion> createReplicated(
      OffloadCluster cluster, WarmupStrategy strategy, LighterOption option, String value)
      throws IOException {
    TableDescriptor table = table(cluster, strategy, option, value).setRegionReplication(2).build();
    cluster.admin().createTable(table);
    List<HRegion> regions = cluster.replicas(table.getTableName(), 2);
    fill(regions.get(0), VALUE_BYTES);
    return regions;
  }

  private static HRegion create(
      OffloadCluster cluster,
      WarmupStrategy strategy,
      LighterOption option,
      String value,
      int valueBytes)
      throws IOException {
    HRegion region = cluster.create(table(cluster, strategy, option, value).build());
    fill(region, valueBytes);
    return region;
  }

  private static TableDescriptorBuilder table(
      OffloadCluster cluster, WarmupStrategy strategy, LighterOption option, String value) {
    return TableDescriptorBuilder.newBuilder(cluster.newTableName("warm"))
        .setColumnFamily(
            ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setBlocksize(4 << 10).build())
        .setValue(LighterOption.WARMUP_STRATEGY.key(), strategy.configName())
        .setValue(option.key(), value);
  }

  /**
   * Creates a forest with two clusters of two files each, whose rows are below {@link #ROWS} / 3
   * and from 2 {@link #ROWS} / 3 on; caches all blocks.
   */
  static HRegion createForest(OffloadCluster cluster, WarmupStrategy strategy) throws IOException {
    HRegion region =
        cluster.create(
            table(cluster, strategy, LighterOption.ENGINE_DELEGATE, SmallTrees.class.getName())
                .setValue(SmallTrees.SST_BYTES, Integer.toString(FOREST_SST_BYTES))
                .build());
    Random random = new Random(11);
    for (int first : new int[] {0, ROWS * 2 / 3}) {
      for (int flush = 0; flush < SmallTrees.FANOUT / 2; flush++) {
        for (int row = first + flush; row < first + ROWS / 3; row++) {
          put(region, row, random, VALUE_BYTES);
        }
        region.flush(true);
      }
    }
    Snapshots.visible(region);
    return region;
  }

  private static void fill(HRegion region, int valueBytes) throws IOException {
    Random random = new Random(11);
    for (int row = 0; row < ROWS; row++) {
      put(region, row, random, valueBytes);
    }
    region.flush(true);
    overwrite(region, random, ROWS / 4, valueBytes);
    overwrite(region, random, ROWS / 4, valueBytes);
    Snapshots.visible(region);
  }

  /** Writes puts and deletes, then flushes. */
  static void overwrite(HRegion region, Random random, int rows) throws IOException {
    overwrite(region, random, rows, VALUE_BYTES);
  }

  private static void overwrite(HRegion region, Random random, int rows, int valueBytes)
      throws IOException {
    for (int i = 0; i < rows; i++) {
      int row = random.nextInt(ROWS);
      if (random.nextInt(4) == 0) {
        region.delete(new Delete(row(row)).setDurability(Durability.SKIP_WAL));
      } else {
        put(region, row, random, valueBytes);
      }
    }
    region.flush(true);
  }

  private static void put(HRegion region, int row, Random random, int valueBytes)
      throws IOException {
    byte[] value = new byte[valueBytes];
    random.nextBytes(value);
    region.put(
        new Put(row(row)).addColumn(FAMILY, QUALIFIER, value).setDurability(Durability.SKIP_WAL));
  }

  static byte[] row(int number) {
    return Bytes.toBytes("row%06d".formatted(number));
  }
}
