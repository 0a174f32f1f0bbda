// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.config.LighterOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionConfiguration;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.util.BloomFilterUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CompressionTest;

/** Draws table descriptors with all settings that shape the output of a compaction. */
final class RandomSchema {
  /** Cells of a {@link RandomHistory} are much younger or much older than this. */
  static final int TTL_SECONDS = 3600;

  private static final Engine[] OF_HBASE = {Engine.DEFAULT, Engine.STRIPE, Engine.DATE_TIERED};

  private static final List<Compression.Algorithm> COMPRESSIONS = loadableCompressions();

  private final Random random;

  RandomSchema(Random random) {
    this.random = random;
  }

  /** Engines that can be underneath Lighter's, with settings to compact a few small files. */
  enum Engine {
    DEFAULT(DefaultStoreEngine.class),
    STRIPE(StripeStoreEngine.class),
    DATE_TIERED(DateTieredStoreEngine.class),
    FOREST(SmallTrees.class),
    TIERED(SmallLevels.class);

    private final Class<?> engineClass;

    Engine(Class<?> engineClass) {
      this.engineClass = engineClass;
    }

    void configure(TableDescriptorBuilder table) {
      table.setValue(LighterOption.ENGINE_DELEGATE.key(), engineClass.getName());
      switch (this) {
        case DEFAULT, FOREST, TIERED -> {}
        case STRIPE ->
            table
                .setValue(StripeStoreConfig.INITIAL_STRIPE_COUNT_KEY, "2")
                .setValue(StripeStoreConfig.FLUSH_TO_L0_KEY, "true")
                .setValue(StripeStoreConfig.MIN_FILES_L0_KEY, "2")
                .setValue(StripeStoreConfig.MIN_FILES_KEY, "2")
                .setValue(StripeStoreConfig.SIZE_TO_SPLIT_KEY, "20000");
        case DATE_TIERED ->
            table
                .setValue("hbase.hstore.compaction.date.tiered.base.window.millis", "60000")
                .setValue("hbase.hstore.compaction.date.tiered.windows.per.tier", "2")
                .setValue(CompactionConfiguration.DATE_TIERED_INCOMING_WINDOW_MIN_KEY, "2");
      }
    }
  }

  /** Draws a table with one to three families and an engine of HBase's. */
  TableDescriptor table(TableName name) {
    Engine engine = random.nextInt(5) < 3 ? Engine.DEFAULT : pick(OF_HBASE);
    return table(name, engine, pick("DEFAULT", "FILE"));
  }

  /** Draws a table with this engine and this store-file tracker. */
  TableDescriptor table(TableName name, Engine engine, String tracker) {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name);
    engine.configure(table);
    table
        .setValue(StoreFileTrackerFactory.TRACKER_IMPL, tracker)
        .setValue(CompactionConfiguration.HBASE_HSTORE_COMPACTION_MIN_KEY, "2")
        .setValue(CompactionConfiguration.HBASE_HSTORE_COMPACTION_MAX_KEY, pick("2", "3", "10"))
        .setValue(CompactionConfiguration.HBASE_HSTORE_COMPACTION_RATIO_KEY, pick("1.2", "100"))
        .setValue("hfile.index.block.max.size", pick("128", "131072"))
        .setValue("hfile.index.block.min.entries", "2")
        .setValue("io.storefile.bloom.block.size", pick("128", "131072"))
        .setValue("hbase.hstore.compaction.kv.max", pick("1", "7", "10"));
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      table.setColumnFamily(family("f" + i));
    }
    return table.build();
  }

  private ColumnFamilyDescriptor family(String name) {
    int maxVersions = pick(1, 2, 3, Integer.MAX_VALUE);
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name))
            .setMaxVersions(maxVersions)
            .setBlocksize(pick(64, 512, 65536))
            .setDataBlockEncoding(pick(DataBlockEncoding.values()))
            .setCompressionType(COMPRESSIONS.get(random.nextInt(COMPRESSIONS.size())))
            .setKeepDeletedCells(pick(KeepDeletedCells.values()))
            .setCompressTags(random.nextBoolean())
            .setNewVersionBehavior(random.nextInt(4) == 0);
    if (family.build().isNewVersionBehavior()) {
      // Together they fail an assertion of HBase (NewVersionBehaviorTracker.checkVersions).
      family.setKeepDeletedCells(KeepDeletedCells.FALSE);
    }
    if (random.nextBoolean()) {
      family.setTimeToLive(TTL_SECONDS);
      family.setMinVersions(Math.min(maxVersions - 1, random.nextInt(3)));
    }
    BloomType bloom = pick(BloomType.values());
    family.setBloomFilterType(bloom);
    if (bloom == BloomType.ROWPREFIX_FIXED_LENGTH) {
      family.setConfiguration(BloomFilterUtil.PREFIX_LENGTH_KEY, "2");
    }
    return family.build();
  }

  @SafeVarargs
  private <T> T pick(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /** Algorithms with a codec in this JVM, including its native part if it needs one. */
  private static List<Compression.Algorithm> loadableCompressions() {
    List<Compression.Algorithm> loadable = new ArrayList<>();
    for (Compression.Algorithm algorithm : Compression.Algorithm.values()) {
      if (CompressionTest.testCompression(algorithm.getName())) {
        loadable.add(algorithm);
      }
    }
    return List.copyOf(loadable);
  }
}
