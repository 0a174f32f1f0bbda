// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import io.lighter.common.config.LighterOption;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.Role;
import io.lighter.testing.isolation.IsolationProfile;
import java.util.Map;
import org.apache.hadoop.hbase.HConstants;

/** The processes of the demo. */
final class DemoCluster {
  private static final int REGION_SERVERS = 2;

  private DemoCluster() {}

  /**
   * Settings of the local cluster.
   *
   * @param site further properties for all processes
   * @throws IllegalArgumentException if this installation cannot start such a cluster
   */
  static LocalClusterSettings settings(
      DemoSettings settings,
      IsolationProfile isolation,
      Map<String, String> site,
      Progress progress) {
    LocalClusterSettings.Builder cluster =
        LocalClusterSettings.builder()
            .progress(progress::detail)
            .isolation(isolation)
            .regionServers(REGION_SERVERS)
            .site(
                LighterOption.WARMUP_RATE.key(), Long.toString(settings.warmupRate(REGION_SERVERS)))
            // The cache has room for a table's input and output files, so that hit ratios do not
            // depend on chance.
            .site(Role.REGION_SERVER, HConstants.HFILE_BLOCK_CACHE_SIZE_KEY, "0.5")
            .site(Role.REGION_SERVER, "hbase.regionserver.global.memstore.size", "0.3");
    site.forEach(cluster::site);
    if (settings.objectStore()) {
      cluster.objectStore().heap(Role.S3_SERVER, settings.storeHeap());
    }
    return (settings.lighter() ? cluster : cluster.withoutLighter()).build();
  }
}
