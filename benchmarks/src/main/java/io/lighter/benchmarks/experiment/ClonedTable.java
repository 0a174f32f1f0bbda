package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.demo.CacheFiller;
import io.lighter.benchmarks.demo.Progress;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/** Clones of one snapshot, one at a time. Used by one thread. */
final class ClonedTable implements DataSet {
  private static final TableName CLONE = TableName.valueOf("experiment");

  private final Connection connection;
  private final String snapshot;
  private final Progress progress;

  /** Clones a snapshot that is there. */
  ClonedTable(Connection connection, String snapshot, Progress progress) {
    this.connection = connection;
    this.snapshot = snapshot;
    this.progress = progress;
  }

  @Override
  public TableName prepare(Strategy strategy) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.cloneSnapshot(snapshot, CLONE);
      admin.modifyTable(strategy.configure(admin.getDescriptor(CLONE)));
    }
    new CacheFiller(connection, CLONE, progress).fill();
    return CLONE;
  }

  @Override
  public void discard() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(CLONE)) {
        return;
      }
      if (admin.isTableEnabled(CLONE)) {
        admin.clearBlockCache(CLONE);
        admin.disableTable(CLONE);
      }
      admin.deleteTable(CLONE);
    }
  }
}
