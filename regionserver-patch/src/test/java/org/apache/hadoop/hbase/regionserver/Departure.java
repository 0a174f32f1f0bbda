// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

/** How a region leaves its region server. */
enum Departure {
  /** The balancer or an operator moves the region. */
  MOVE {
    @Override
    HRegion apply(OffloadCluster cluster, HRegion region) throws Exception {
      return cluster.move(region);
    }
  },
  /** The region server stops, as in a rolling restart. */
  STOP {
    @Override
    HRegion apply(OffloadCluster cluster, HRegion region) throws Exception {
      return cluster.stopAndAwaitReopening(region);
    }
  },
  /** The region server dies. */
  KILL {
    @Override
    HRegion apply(OffloadCluster cluster, HRegion region) throws Exception {
      return cluster.killAndAwaitReopening(region);
    }
  };

  /** Makes the region leave, and returns it as another region server has opened it. */
  abstract HRegion apply(OffloadCluster cluster, HRegion region) throws Exception;
}
