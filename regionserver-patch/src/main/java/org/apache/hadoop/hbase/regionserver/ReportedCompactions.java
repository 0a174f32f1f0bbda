package org.apache.hadoop.hbase.regionserver;

import org.apache.yetus.audience.InterfaceAudience;

/**
 * Counts in the compaction state that HBase reports of a region ({@code
 * Admin.getCompactionStateForRegion}). HBase itself only reads that state to tell it to clients.
 * Thread-safe; never blocks.
 */
@InterfaceAudience.Private
public final class ReportedCompactions {
  private ReportedCompactions() {}

  /**
   * The region of {@code store} is in a major compaction from now on.
   *
   * @return ends that; to be run once
   */
  public static Runnable begin(HStore store) {
    HRegion region = store.getHRegion();
    region.reportCompactionRequestStart(true);
    return () -> {
      region.reportCompactionRequestEnd(true, 0, 0);
      region.compactionsFinished.decrement(); // for the metrics it was no compaction of its own
    };
  }
}
