// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;

/** The HBase mini cluster of an integration test. */
public final class MiniCluster {
  private MiniCluster() {}

  /** Starts the cluster with one region server. */
  public static void start(HBaseTestingUtility hbase) throws Exception {
    // Closing a file waits this long for the DataNode's report, instead of 400 ms, and twice as
    // long each time: 10 s in all, about as by default.
    Configuration conf = hbase.getConfiguration();
    conf.setInt("hbase.master.start.timeout.localHBaseCluster", 300_000); // ms
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 5);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.retries", 11);
    hbase.startMiniCluster(1);
  }
}
