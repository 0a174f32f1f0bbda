// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.demo.CacheFiller;
import io.lighter.benchmarks.demo.Progress;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** Clones of one snapshot, one at a time. Confined to one thread. */
public final class ClonedTable implements DataSet {
  private static final TableName BASE = TableName.valueOf("experiment_base");
  private static final String SNAPSHOT = "experiment_files";
  private static final TableName CLONE = TableName.valueOf("experiment");

  private final Connection connection;
  private final TableClone clone;
  private final Progress progress;

  /** Loads a table and takes the snapshot. */
  public static ClonedTable load(Connection connection, YcsbRows rows, long seed, Progress progress)
      throws IOException {
    new TableLoader(connection, rows, seed).load(BASE, progress::update);
    try (Admin admin = connection.getAdmin()) {
      admin.snapshot(SNAPSHOT, BASE);
    }
    return new ClonedTable(connection, SNAPSHOT, progress);
  }

  /** Creates clones of an existing snapshot. */
  ClonedTable(Connection connection, String snapshot, Progress progress) {
    this.connection = connection;
    this.clone = new TableClone(connection, snapshot, CLONE);
    this.progress = progress;
  }

  @Override
  public TableName prepare(Strategy strategy) throws IOException {
    return prepare(strategy::configure);
  }

  /** Clones with any table settings. */
  TableName prepare(UnaryOperator<TableDescriptor> settings) throws IOException {
    clone.create(settings);
    refill();
    return CLONE;
  }

  @Override
  public void refill() throws IOException {
    new CacheFiller(connection, CLONE, progress).fill();
  }

  @Override
  public void discard() throws IOException {
    clone.drop();
  }
}
