// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.util.TableDescriptorChecker;

/** The tables of the demo: pairs that differ only in the store engine. */
final class DemoTables {
  static final TableName STOCK = TableName.valueOf("stock_demo");
  static final TableName LIGHTER = TableName.valueOf("lighter_demo");

  /** Twins of the tables above, compacted before the measurements. */
  static final TableName STOCK_WARMUP = TableName.valueOf("stock_warmup");

  static final TableName LIGHTER_WARMUP = TableName.valueOf("lighter_warmup");
  static final int REGIONS = 4;

  private static final String ENGINE_KEY = "hbase.hstore.engine.class";
  private static final String LIGHTER_ENGINE =
      "org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine";
  private static final int VERSIONS = 5;

  private DemoTables() {}

  /** The two measured tables. */
  static List<TableName> measured() {
    return List.of(STOCK, LIGHTER);
  }

  /** The two tables that are not measured. */
  static List<TableName> warmup() {
    return List.of(STOCK_WARMUP, LIGHTER_WARMUP);
  }

  /**
   * Creates all tables and returns when their regions are online.
   *
   * @param withPlugin whether the tables named after Lighter have the plug-in
   * @param strategy strategy of the measured table with the plug-in
   */
  static void create(Admin admin, boolean withPlugin, WarmupStrategy strategy) throws IOException {
    for (TableName stock : List.of(STOCK_WARMUP, STOCK)) {
      create(admin, descriptor(stock));
    }
    // Under a rate limit the twin's warm-ups would continue into the measurement.
    for (TableName name : List.of(LIGHTER_WARMUP, LIGHTER)) {
      WarmupStrategy own = name.equals(LIGHTER) ? strategy : WarmupStrategy.NONE;
      create(admin, withPlugin ? withPlugin(name, own) : descriptor(name));
    }
  }

  /** Creates the two measured tables, and returns when their regions are online. */
  static void createMeasured(Admin admin, WarmupStrategy strategy) throws IOException {
    create(admin, descriptor(STOCK));
    create(admin, withPlugin(LIGHTER, strategy));
  }

  private static void create(Admin admin, TableDescriptorBuilder table) throws IOException {
    admin.createTable(table.build(), RowHistory.splitKeys(REGIONS));
  }

  private static TableDescriptorBuilder withPlugin(TableName name, WarmupStrategy strategy) {
    return descriptor(name)
        .setValue(ENGINE_KEY, LIGHTER_ENGINE)
        .setValue(
            TableDescriptorChecker.TABLE_SANITY_CHECKS, "false") // for masters without the jar
        // Ensures that even a few rows are offloaded.
        .setValue(LighterOption.OFFLOAD_MIN_BYTES.key(), "1")
        .setValue(LighterOption.WARMUP_MIN_BYTES.key(), "1")
        .setValue(LighterOption.WARMUP_STRATEGY.key(), strategy.configName());
  }

  private static TableDescriptorBuilder descriptor(TableName name) {
    return TableDescriptorBuilder.newBuilder(name)
        .setColumnFamily(
            ColumnFamilyDescriptorBuilder.newBuilder(RowHistory.FAMILY)
                .setMaxVersions(VERSIONS)
                .build())
        .setValue(ENGINE_KEY, DefaultStoreEngine.class.getName())
        // Only requested compactions run, and all files exist until then.
        .setValue("hbase.hstore.compaction.min", Integer.toString(4 * RowHistory.ROUNDS))
        .setValue("hbase.hstore.blockingStoreFiles", Integer.toString(10 * RowHistory.ROUNDS));
  }
}
