// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.config.LighterOption;
import io.lighter.engine.config.StoreOptions;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
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
 * <p>Immutable.
 */
@InterfaceAudience.Private
final class InputArchiver {
  private static final Logger LOG = LoggerFactory.getLogger(InputArchiver.class);

  private final HStore store;

  private InputArchiver(HStore store) {
    this.store = store;
  }

  /**
   * Returns the archiver of a store; empty if its table leaves the inputs to HBase ({@code
   * lighter.engine.archive.at.once}). A bad value is logged, and the default is used.
   */
  static Optional<InputArchiver> of(Configuration conf, HStore store) {
    boolean isWanted =
        StoreOptions.of(
                conf,
                List.of(LighterOption.ENGINE_ARCHIVE_AT_ONCE),
                problem -> LOG.error("{}; store {}", problem, store))
            .bool(LighterOption.ENGINE_ARCHIVE_AT_ONCE);
    return isWanted ? Optional.of(new InputArchiver(store)) : Optional.empty();
  }

  /**
   * Queues the work, for a store of a primary replica on a region server that has a file to
   * archive. A failure is logged: HBase looks for the files later.
   */
  void archiveSoon() {
    RegionServerServices server = store.getHRegion().getRegionServerServices();
    if (server == null || !store.isPrimaryReplicaStore()) {
      return; // a test, a tool, or a replica
    }
    if (!hasFreeInput()) {
      return; // HBase would log each of them
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

  /** Tells whether an input is held by no read and no warm-up. */
  boolean hasFreeInput() {
    return store.getStoreEngine().getStoreFileManager().getCompactedfiles().stream()
        .anyMatch(file -> !file.isReferencedInReads());
  }
}
