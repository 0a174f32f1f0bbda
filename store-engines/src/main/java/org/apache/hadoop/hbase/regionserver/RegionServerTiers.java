// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.metrics.MetricSet;
import io.lighter.engine.placement.PlacementSettings;
import io.lighter.engine.placement.PolicyFileSystem;
import io.lighter.engine.placement.TierAudit;
import io.lighter.engine.tiered.TieredMetrics;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the tiered stores of a region server share. Thread-safe. */
@InterfaceAudience.Private
final class RegionServerTiers {
  private static final Logger LOG = LoggerFactory.getLogger(RegionServerTiers.class);

  private static final PerRegionServer<RegionServerTiers> BY_SERVER =
      new PerRegionServer<>(
          RegionServerTiers::create, tiers -> tiers.audit.ifPresent(TierAudit::close));

  private final Optional<TierAudit> audit;
  private final TieredMetrics metrics;

  private RegionServerTiers(Optional<TierAudit> audit, TieredMetrics metrics) {
    this.audit = audit;
    this.metrics = metrics;
  }

  /** Returns the shared parts of a region server, created on first use. */
  static RegionServerTiers of(RegionServerServices server) {
    return BY_SERVER.of(server);
  }

  private static RegionServerTiers create(RegionServerServices server, MetricSet metrics) {
    Duration interval =
        PlacementSettings.auditInterval(
            server.getConfiguration(), problem -> LOG.error("{}", problem));
    Optional<TierAudit> audit =
        files(server)
            .map(
                files ->
                    new TierAudit(
                        files, () -> openStores(server), server::isStopped, interval, metrics));
    LOG.info(
        "audits of storage tiers: server={} interval={}",
        server.getServerName(),
        audit.isPresent() ? interval : "none, not on HDFS");
    TieredMetrics ofLevels =
        new TieredMetrics(
            metrics,
            level -> sum(server, store -> store.levels().bytes().get(level)),
            () -> sum(server, StoreTiers::waitingRuns));
    return new RegionServerTiers(audit, ofLevels);
  }

  private static Optional<PolicyFileSystem> files(RegionServerServices server) {
    try {
      return HdfsPolicies.of(server.getFileSystem());
    } catch (IOException e) { // a region opens without audits, too
      LOG.error("no audits of storage tiers: server={}", server.getServerName(), e);
      return Optional.empty();
    }
  }

  private static long sum(RegionServerServices server, ToLongFunction<StoreTiers> value) {
    return openStores(server).stream().mapToLong(value).sum();
  }

  /** Returns the tiered stores of primary replicas that are open. */
  private static List<StoreTiers> openStores(RegionServerServices server) {
    List<StoreTiers> stores = new ArrayList<>();
    for (Region region : server.getRegions()) {
      for (Store each : region.getStores()) {
        if (each instanceof HStore store
            && store.isPrimaryReplicaStore()
            && store.getStoreEngine().getCompactionPolicy()
                instanceof TieredCompactionPolicy tiered) {
          stores.add(tiered.tiers());
        }
      }
    }
    return stores;
  }

  /** Returns the audit; empty if the region server's files are not on HDFS. */
  Optional<TierAudit> audit() {
    return audit;
  }

  /** Returns the metrics of levels. */
  TieredMetrics metrics() {
    return metrics;
  }
}
