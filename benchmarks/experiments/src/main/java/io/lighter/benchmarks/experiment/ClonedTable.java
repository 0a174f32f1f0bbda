// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.demo.CacheFiller;
import io.lighter.benchmarks.demo.Progress;
import java.io.IOException;
import java.util.List;
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
  private final ClusterVariant variant;

  /** Loads a table of one region and takes the snapshot. */
  public static ClonedTable load(Connection connection, YcsbRows rows, long seed, Progress progress)
      throws IOException {
    return load(connection, rows, seed, ClusterVariant.DEFAULT, progress);
  }

  /** Loads a table for a variant of the cluster and takes the snapshot. */
  static ClonedTable load(
      Connection connection, YcsbRows rows, long seed, ClusterVariant variant, Progress progress)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.balancerSwitch(false, true); // keeps regions in place
      new TableLoader(connection, rows, seed, variant.regions()).load(BASE, progress::update);
      admin.snapshot(SNAPSHOT, BASE);
    }
    return new ClonedTable(connection, SNAPSHOT, variant, progress);
  }

  private ClonedTable(
      Connection connection, String snapshot, ClusterVariant variant, Progress progress) {
    this.connection = connection;
    this.clone = new TableClone(connection, snapshot, CLONE);
    this.progress = progress;
    this.variant = variant;
  }

  @Override
  public TableName prepare(Strategy strategy) throws IOException {
    return prepare(table -> variant.configure(strategy, table));
  }

  /** Clones with any table settings. */
  TableName prepare(UnaryOperator<TableDescriptor> settings) throws IOException {
    clone.create(settings);
    new RegionSpread(connection).apply(List.of(CLONE));
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
