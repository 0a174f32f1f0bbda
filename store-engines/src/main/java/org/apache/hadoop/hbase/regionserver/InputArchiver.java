// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import org.apache.hadoop.hbase.executor.EventType;
import org.apache.hadoop.hbase.executor.ExecutorService;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has HBase archive the inputs of committed compactions now. HBase itself looks for them every two
 * minutes ({@link CompactedHFilesDischarger}), and until then a store occupies the bytes of what it
 * has compacted meanwhile a second time.
 *
 * <p>HBase does the work, on its threads for it: files that a read or a warm-up holds stay, and a
 * snapshot that is being taken delays the rest.
 *
 * <p>Stateless.
 */
@InterfaceAudience.Private
final class InputArchiver {
  private static final Logger LOG = LoggerFactory.getLogger(InputArchiver.class);

  private InputArchiver() {}

  /**
   * Queues the work, for a store of a primary replica on a region server. A failure is logged:
   * HBase looks for the files later.
   */
  static void archiveSoon(HStore store) {
    RegionServerServices server = store.getHRegion().getRegionServerServices();
    if (server == null || !store.isPrimaryReplicaStore()) {
      return; // a test, a tool, or a replica
    }
    ExecutorService threads = server.getExecutorService();
    if (threads == null) {
      return; // the region server starts or stops
    }
    try {
      threads.submit(
          new CompactedHFilesDischargeHandler(
              server, EventType.RS_COMPACTED_FILES_DISCHARGER, store));
    } catch (RuntimeException e) { // the compaction is committed all the same
      LOG.warn("cannot archive the inputs of compactions of store {} at once", store, e);
    }
  }
}
