// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks HBase for the next compaction of a store when one has been committed. HBase expects that one
 * compaction is enough: a flush or a user's request asks for one, and HBase itself asks for another
 * only if the store is about to hold flushes back. Compactions of Lighter's engines are small, so
 * one request can need many of them.
 *
 * <p>HBase selects the compaction at once, so each committed compaction is followed by one at most.
 * The planners select none while enough of the store are queued or run ({@code
 * lighter.range.max.concurrent}), which bounds the queue.
 *
 * <p>Stateless.
 */
@InterfaceAudience.Private
final class CompactionChain {
  private static final Logger LOG = LoggerFactory.getLogger(CompactionChain.class);

  private CompactionChain() {}

  /**
   * Asks for the next compaction if the store needs one and its region is open on a region server.
   * A failure is logged: the next flush asks again.
   *
   * <p>The caller holds no lock of the store. Threads that hold the monitor of HBase's {@link
   * CompactSplit}, which this method takes, wait for that lock.
   */
  static void askForNext(HStore store) {
    HRegion region = store.getHRegion();
    RegionServerServices services = region.getRegionServerServices();
    if (services == null || !store.isPrimaryReplicaStore()) {
      return; // a test, a tool, or a replica
    }
    try {
      // While a region opens, HBase replays compactions; it asks for one once the region is open.
      if (services.getRegion(region.getRegionInfo().getEncodedName()) == region
          && store.needsCompaction()) {
        services
            .getCompactionRequestor()
            .requestCompaction(
                region,
                store,
                "a compaction was committed, another one is due",
                Store.NO_PRIORITY,
                CompactionLifeCycleTracker.DUMMY,
                null);
      }
    } catch (IOException | RuntimeException e) { // the compaction before is committed all the same
      LOG.warn("cannot ask for the next compaction of store {}", store, e);
    }
  }
}
