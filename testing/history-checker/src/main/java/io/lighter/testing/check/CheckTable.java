// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.cli.EngineName;
import io.lighter.cli.EngineSettings;
import io.lighter.cli.SiteEngine;
import java.io.IOException;
import java.time.Instant;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy;

/** Creates the checked table. */
final class CheckTable {
  /** Block size; small, so that few rows fill many blocks. */
  static final int BLOCK_BYTES = 1024;

  private static final int REGIONS = 3;

  /** Size of regions for which the tuned ranges of {@link StoreLayout} are not too many. */
  private static final long REGION_BYTES = 1L << 30;

  private CheckTable() {}

  /**
   * Creates the table with a few regions that are far too small to split themselves. The two
   * families differ in encoding and Bloom filter.
   */
  static void create(Admin admin, TableName name, CheckSettings settings) throws IOException {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(name)
            .setRegionSplitPolicyClassName(ConstantSizeRegionSplitPolicy.class.getName())
            .setRegionReplication(settings.shape().replicas())
            .setValue("hbase.hstore.compaction.min", "3")
            .setValue("hbase.hstore.blockingStoreFiles", "200");
    settings.engine().ifPresent(engine -> table.setValue("hbase.hstore.engine.class", engine));
    settings.tableProperties().forEach(table::setValue);
    if (settings.shape().engine().filter(EngineName::isOwn).isPresent()) {
      table.setMaxFileSize(REGION_BYTES);
    }
    for (String family : Cells.FAMILIES) {
      boolean first = family.equals(Cells.FAMILIES.get(0));
      ColumnFamilyDescriptorBuilder columns =
          ColumnFamilyDescriptorBuilder.newBuilder(Cells.family(family))
              .setTimeToLive(settings.shape().timeToLiveSeconds(Instant.now()))
              .setMaxVersions(RowState.MAX_VERSIONS)
              .setBlocksize(BLOCK_BYTES)
              .setDataBlockEncoding(first ? DataBlockEncoding.NONE : DataBlockEncoding.FAST_DIFF)
              .setBloomFilterType(first ? BloomType.ROW : BloomType.ROWCOL);
      StoreLayout layout = settings.shape().layouts().get(family);
      if (settings.shape().engine().isPresent()) {
        layout.tune(columns);
      } else {
        layout.configure(columns, settings.engine().isPresent());
      }
      table.setColumnFamily(columns.build());
    }
    byte[][] splitKeys = new byte[REGIONS - 1][];
    for (int i = 1; i < REGIONS; i++) {
      splitKeys[i - 1] = Keys.ofRow(settings.rows() * i / REGIONS);
    }
    admin.createTable(
        withEngine(admin.getConfiguration(), table.build(), settings.shape()), splitKeys);
  }

  /** Creates the table of {@link LinkedRows} with the same engine and properties. */
  static void createLinks(Admin admin, TableName name, CheckSettings settings) throws IOException {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(name)
            .setRegionSplitPolicyClassName(ConstantSizeRegionSplitPolicy.class.getName());
    settings.engine().ifPresent(engine -> table.setValue("hbase.hstore.engine.class", engine));
    settings.tableProperties().forEach(table::setValue);
    table.setColumnFamily(
        ColumnFamilyDescriptorBuilder.newBuilder(LinkedRows.FAMILY)
            .setBlocksize(BLOCK_BYTES)
            .build());
    admin.createTable(
        withEngine(admin.getConfiguration(), table.build(), settings.shape()),
        LinkedRows.SPLIT_KEYS);
  }

  /**
   * Returns the table with the engine that its shape names, as {@code lighter engine enable} would
   * alter it.
   */
  static TableDescriptor withEngine(Configuration site, TableDescriptor table, TableShape shape)
      throws IOException {
    if (shape.engine().isEmpty()) {
      return table;
    }
    EngineName engine = shape.engine().get();
    return new EngineSettings(site, table, SiteEngine.UNKNOWN).enable(engine).orElse(table);
  }
}
