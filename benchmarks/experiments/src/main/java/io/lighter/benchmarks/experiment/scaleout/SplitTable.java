// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.scaleout;

import io.lighter.benchmarks.demo.CacheFiller;
import io.lighter.benchmarks.demo.Progress;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.YcsbRows;
import java.io.IOException;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** A table of regions with equal numbers of rows, spread over the region servers. */
public final class SplitTable {
  private static final TableName NAME = TableName.valueOf("scale_out");

  private SplitTable() {}

  /** Creates and fills the table; all rows are in files and in the block cache. */
  public static TableName load(
      Connection connection, YcsbRows rows, int regions, long seed, Progress progress)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.balancerSwitch(false, true); // keeps regions in place
      TableDescriptorBuilder table =
          TableDescriptorBuilder.newBuilder(NAME)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(YcsbRows.FAMILY));
      admin.createTable(Strategy.TIW.configure(table.build()), rows.splits(regions));
      SplittableRandom random = new SplittableRandom(seed);
      try (BufferedMutator writer = connection.getBufferedMutator(NAME)) {
        for (int row = 0; row < rows.count(); row++) {
          writer.mutate(YcsbRows.row(row, random));
        }
      }
      admin.flush(NAME);
    }
    new CacheFiller(connection, NAME, progress).fill();
    return NAME;
  }
}
