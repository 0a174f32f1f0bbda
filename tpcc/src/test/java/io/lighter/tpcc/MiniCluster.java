// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc;

import io.lighter.testing.fixtures.MiniClusterSite;
import org.apache.hadoop.hbase.HBaseTestingUtility;

/** The HBase mini cluster of an integration test. */
public final class MiniCluster {
  private MiniCluster() {}

  /** Starts the cluster with one region server. */
  public static void start(HBaseTestingUtility hbase) throws Exception {
    MiniClusterSite.applyTo(hbase.getConfiguration());
    hbase.startMiniCluster(1);
  }
}
