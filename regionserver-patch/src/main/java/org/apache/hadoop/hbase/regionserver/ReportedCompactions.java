// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import org.apache.yetus.audience.InterfaceAudience;

/**
 * Changes the counters behind the compaction state that HBase reports of a region ({@code
 * Admin.getCompactionStateForRegion}). HBase reads that state only to report it to clients.
 * Thread-safe; never blocks.
 */
@InterfaceAudience.Private
public final class ReportedCompactions {
  private ReportedCompactions() {}

  /**
   * Makes HBase report a major compaction of the region of {@code store}.
   *
   * @return action that ends the report; run once
   */
  public static Runnable begin(HStore store) {
    HRegion region = store.getHRegion();
    region.reportCompactionRequestStart(true);
    return () -> {
      region.reportCompactionRequestEnd(true, 0, 0);
      region.compactionsFinished.decrement(); // keeps it out of the metrics of finished compactions
    };
  }
}
