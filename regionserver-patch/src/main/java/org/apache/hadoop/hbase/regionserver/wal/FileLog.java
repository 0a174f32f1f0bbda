// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver.wal;

import io.lighter.regionserver.wal.WatchedLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.wal.WAL;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * One of HBase's logs in files, {@code AsyncFSWAL} or {@code FSHLog}. The class is in HBase's
 * package because the numbers of the entries are. Thread-safe.
 */
@InterfaceAudience.Private
public record FileLog(AbstractFSWAL<?> log) implements WatchedLog {
  /**
   * Lists the logs of a region server. Leaves out logs that write no files, such as those of a site
   * that disables logs, and that of {@code hbase:meta}, of which HBase syncs each write, whatever
   * durability it asks for.
   */
  public static List<WatchedLog> of(RegionServerServices server) throws IOException {
    List<WatchedLog> logs = new ArrayList<>();
    for (WAL wal : server.getWALs()) {
      if (wal instanceof AbstractFSWAL<?> files) {
        logs.add(new FileLog(files));
      }
    }
    return logs;
  }

  /** Returns the number; HBase takes it back when a sync fails, see {@link WatchedLog}. */
  @Override
  public long appended() {
    return log.highestUnsyncedTxid;
  }

  @Override
  public long synced() {
    return log.highestSyncedTxid.get();
  }

  @Override
  public void sync() throws IOException {
    log.sync();
  }

  @Override
  public String toString() {
    return log.toString();
  }
}
