// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a region of a data table only if its indexes know its rows, or if no lookup reads them.
 * Confined to the thread that opens or closes the region.
 */
final class OpeningCheck {
  private static final Logger LOG = LoggerFactory.getLogger(OpeningCheck.class);

  private final HRegion region;
  private final Set<String> names;
  private final RegionLineage lineage;
  private final SuspectIndexes indexes;

  /**
   * Creates the check of an opening.
   *
   * @param names of all indexes of the table
   */
  OpeningCheck(HRegion region, Set<String> names, RegionLineage lineage, SuspectIndexes indexes) {
    this.region = region;
    this.names = names;
    this.lineage = lineage;
    this.indexes = indexes;
  }

  private boolean isPrimary() {
    return RegionReplicaUtil.isDefaultReplica(region.getRegionInfo());
  }

  /**
   * Runs before the stores open.
   *
   * @throws IOException if the opening has to be tried again
   */
  void beforeOpen() throws IOException {
    if (!isPrimary()) {
      return;
    }
    Optional<String> problem = lineage.problem();
    if (problem.isPresent()) {
      indexes.requireRefused(region.getTableDescriptor().getTableName(), names, problem.get());
      LOG.info("{}: {}; no lookup reads its indexes", region, problem.get());
    }
    lineage.opened();
  }

  /** Runs when the region is closed in good order. */
  void afterClose() {
    if (!isPrimary()) {
      return;
    }
    try {
      lineage.closed();
    } catch (IOException | RuntimeException e) { // the latter would abort the region server
      LOG.error("{}: its files are not noted, so its next opening is not checked", region, e);
    }
  }
}
