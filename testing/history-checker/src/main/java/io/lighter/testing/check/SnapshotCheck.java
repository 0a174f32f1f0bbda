// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** Takes snapshots of the table, and checks clones of some. Used by one thread. */
final class SnapshotCheck {
  private final CheckContext context;
  private int taken;

  SnapshotCheck(CheckContext context) {
    this.context = context;
  }

  /** Takes a snapshot; clones and reads it if {@code verified}; deletes it. */
  Tally.Event take(Admin admin, boolean verified) throws Exception {
    String name = context.table().getNameAsString() + "_snapshot_" + ++taken;
    long start = context.model().now();
    context
        .disturbances()
        .flushes()
        .during(
            () -> {
              admin.snapshot(name, context.table());
              return name;
            });
    Read read = new Read("clone of snapshot " + taken, start, context.model().now());
    try {
      if (verified) {
        verify(admin, name, read);
        context.tally().add(Tally.Event.CLONE);
      }
    } finally {
      admin.deleteSnapshot(name);
    }
    return Tally.Event.SNAPSHOT;
  }

  private void verify(Admin admin, String snapshot, Read read)
      throws IOException, InterruptedException {
    TableName clone = TableName.valueOf(snapshot + "_clone");
    // HBase cannot clone with the tracker MIGRATION: its procedure retries for ever.
    String tracker =
        context.settings().shape().migration() == TableShape.Migration.NONE ? null : "FILE";
    admin.cloneSnapshot(snapshot, clone, false, tracker);
    try (Table table = context.connection().getTable(clone)) {
      ScanPlan plan =
          ScanPlan.everything(
              new Scan(),
              RowState.MAX_VERSIONS,
              ResultChecker.Promise.WHOLE_FAMILIES,
              context.model().rowCount());
      try (ResultScanner scanner = context.open(plan, table)) {
        new Scanning(plan, context, read).run(scanner, read::end);
      }
    } finally {
      admin.disableTable(clone);
      admin.deleteTable(clone);
    }
  }
}
