// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.request;

import io.lighter.common.WarmupId;
import io.lighter.regionserver.warmup.RegionServerWarmups;
import io.lighter.regionserver.warmup.StoreParts;
import io.lighter.regionserver.warmup.WarmupSettings;
import io.lighter.regionserver.warmup.request.WarmRequestTask.RegionParts;
import io.lighter.warmup.RowRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;

/**
 * The open primary regions of a region server with at least one family that has Lighter's store
 * engine. Thread-safe.
 */
final class TableRegions implements WarmRequests.Regions {
  private final RegionServerServices server;
  private final RegionServerWarmups shared;
  private final WarmupSettings settings;

  /**
   * Creates a finder of regions of {@code server}.
   *
   * @param settings warm-up settings of the site
   */
  TableRegions(RegionServerServices server, RegionServerWarmups shared, WarmupSettings settings) {
    this.server = server;
    this.shared = shared;
    this.settings = settings;
  }

  @Override
  public List<RegionParts> find(WarmupId id, TableName table, RowRange rows) throws IOException {
    List<Region> regions = new ArrayList<>(server.getRegions(table));
    regions.sort(Comparator.comparing(Region::getRegionInfo));
    List<RegionParts> found = new ArrayList<>();
    for (Region region : regions) {
      RowRange here = rows.and(RowRange.of(region.getRegionInfo()));
      if (!here.isEmpty()
          && RegionReplicaUtil.isDefaultReplica(region.getRegionInfo())
          && region instanceof HRegion open
          && open.getStores().stream().anyMatch(TableRegions::isOurs)) {
        found.add(
            new RegionParts(region.getRegionInfo().getEncodedName(), partsOf(id, open, here)));
      }
    }
    return found;
  }

  private static boolean isOurs(HStore store) {
    return store.getStoreEngine() instanceof OffloadingStoreEngine;
  }

  private List<RequestedWarmup> partsOf(WarmupId id, HRegion region, RowRange rows) {
    List<RequestedWarmup> parts = new ArrayList<>();
    for (HStore store : region.getStores()) {
      StoreParts storeParts = new StoreParts(store, store.getStoreEngine());
      if (storeParts.cachesData() && store.getStoreEngine() instanceof OffloadingStoreEngine ours) {
        parts.add(
            new RequestedStoreWarmup(
                id,
                storeParts,
                ours.warmups(),
                rows,
                settings,
                shared,
                () -> server.isStopped() || server.isAborted()));
      }
    }
    return parts;
  }
}
