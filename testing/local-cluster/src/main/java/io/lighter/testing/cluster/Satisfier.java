// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.StoragePolicySatisfierMode;
import org.apache.hadoop.hdfs.server.balancer.NameNodeConnector;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants;
import org.apache.hadoop.hdfs.server.namenode.sps.StoragePolicySatisfier;
import org.apache.hadoop.hdfs.server.sps.ExternalSPSContext;

/**
 * HDFS's own Storage Policy Satisfier, in this JVM. It moves the blocks of each file for which a
 * client calls {@code satisfyStoragePolicy}. The name node's site needs {@link #SITE}.
 */
public final class Satisfier implements Closeable {
  /** Properties of the site with which the name node leaves the moves to this class. */
  public static final Map<String, String> SITE =
      Map.of(DFSConfigKeys.DFS_STORAGE_POLICY_SATISFIER_MODE_KEY, "external");

  private final StoragePolicySatisfier satisfier;
  private final NameNodeConnector connector;

  private Satisfier(StoragePolicySatisfier satisfier, NameNodeConnector connector) {
    this.satisfier = satisfier;
    this.connector = connector;
  }

  /** Connects as {@code ExternalStoragePolicySatisfier} does, and starts; the caller closes. */
  public static Satisfier start(Configuration conf) throws IOException {
    NameNodeConnector connector =
        NameNodeConnector.newNameNodeConnectors(
                DFSUtil.getInternalNsRpcUris(conf),
                "satisfier",
                HdfsServerConstants.MOVER_ID_PATH,
                conf,
                NameNodeConnector.DEFAULT_MAX_IDLE_ITERATIONS)
            .get(0);
    StoragePolicySatisfier satisfier = new StoragePolicySatisfier(conf);
    satisfier.init(new ExternalSPSContext(satisfier, connector));
    satisfier.start(StoragePolicySatisfierMode.EXTERNAL);
    return new Satisfier(satisfier, connector);
  }

  @Override
  public void close() {
    satisfier.stopGracefully();
    connector.close();
  }
}
