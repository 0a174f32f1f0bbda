// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.tpcc;

import io.lighter.benchmarks.demo.Parallel;
import io.lighter.benchmarks.demo.Progress;
import io.lighter.tpcc.generate.Loader;
import io.lighter.tpcc.run.RunSettings;
import io.lighter.tpcc.run.Runner;
import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.schema.DatabaseStore;
import io.lighter.tpcc.schema.TableNames;
import io.lighter.tpcc.schema.TpccTable;
import io.lighter.tpcc.transaction.TpccClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;

/**
 * Loads the database that trials clone, and ages it: each table has a file of the load, and one for
 * each of some rounds of transactions. Confined to one thread.
 */
final class TpccDatabase {
  private static final TableNames BASE = new TableNames("base_");
  private static final int LOADER_THREADS = 4;
  private static final double PERCENT = 100;

  private final Connection connection;
  private final Configuration conf;
  private final TpccPlan plan;
  private final Progress progress;

  TpccDatabase(Connection connection, Configuration conf, TpccPlan plan, Progress progress) {
    this.connection = connection;
    this.conf = conf;
    this.plan = plan;
    this.progress = progress;
  }

  /** Loads and ages the database, takes a snapshot of each table, and disables the tables. */
  ClonedDatabase prepare() throws IOException {
    progress.step(
        "Loading %d warehouses of %,d rows"
            .formatted(TpccPlan.WAREHOUSES, plan.scale().expectedRowsPerWarehouse()));
    new Loader(connection, BASE, loaded -> progress.update(loaded.percent() / PERCENT))
        .load(
            new Loader.Request(
                TpccPlan.WAREHOUSES,
                plan.scale(),
                plan.settings().seed(),
                TpccPlan.REGION_SERVERS,
                LOADER_THREADS));
    flushAll();
    age();
    forEachTable(this::close);
    return new ClonedDatabase(connection, TpccDatabase::snapshot, progress);
  }

  private void age() throws IOException {
    Database database = new DatabaseStore(connection, BASE).requireLoaded();
    for (int round = 1; round <= TpccPlan.AGEING_ROUNDS; round++) {
      progress.step("Transactions %d of %d".formatted(round, TpccPlan.AGEING_ROUNDS));
      RunSettings run =
          new RunSettings(
              plan.threads(), plan.ageing(), 0, plan.settings().seed() + round, Optional.empty());
      try (TpccClient client = TpccClient.connect(conf, BASE)) {
        new Runner(client, database, run, now -> progress.update(now.percent() / PERCENT)).run();
      }
      flushAll();
    }
  }

  private void flushAll() throws IOException {
    progress.detail("flush");
    flush(connection, BASE);
  }

  /** Flushes a database's tables, and blocks until the files exist. */
  static void flush(Connection connection, TableNames names) throws IOException {
    forEachTable(
        table -> {
          try (Admin admin = connection.getAdmin()) {
            admin.flush(names.of(table));
          }
        });
  }

  private void close(TpccTable table) throws IOException {
    TableName name = BASE.of(table);
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(name);
      admin.modifyTable(forClones(admin.getDescriptor(name)));
      admin.snapshot(snapshot(table), name);
    }
  }

  private static TableDescriptor forClones(TableDescriptor table) {
    TableDescriptorBuilder builder =
        TableDescriptorBuilder.newBuilder(table)
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, DefaultStoreEngine.class.getName());
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      // Blocks that a trial leaves in the cache would disturb the next one.
      builder.modifyColumnFamily(
          ColumnFamilyDescriptorBuilder.newBuilder(family).setEvictBlocksOnClose(true).build());
    }
    return builder.build();
  }

  private static String snapshot(TpccTable table) {
    return "files_of_" + BASE.of(table).getQualifierAsString();
  }

  /** An action on a table. */
  interface Step {
    void run(TpccTable table) throws IOException;
  }

  /**
   * Runs an action on all tables in parallel, because most of the time is waiting for the master.
   */
  static void forEachTable(Step step) throws IOException {
    List<Callable<Void>> tasks = new ArrayList<>();
    for (TpccTable table : TpccTable.values()) {
      tasks.add(
          () -> {
            step.run(table);
            return null;
          });
    }
    Parallel.run(tasks);
  }
}
