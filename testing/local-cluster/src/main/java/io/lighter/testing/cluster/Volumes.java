// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMX;
import javax.management.remote.JMXConnector;
import org.apache.hadoop.fs.StorageType;

/**
 * Fills and frees the volumes of a cluster's data nodes, which {@link
 * LocalClusterSettings.Builder#typedVolumes} has given them. Connected to the processes that run
 * when this object is opened. Used by one thread at a time.
 */
public final class Volumes implements Closeable {
  private final List<JMXConnector> connectors = new ArrayList<>();
  private final List<DataNodeVolumesMXBean> nodes = new ArrayList<>();

  private Volumes() {}

  /** Connects to all data nodes; the caller closes the result. */
  public static Volumes open(LocalCluster cluster) throws IOException {
    Volumes volumes = new Volumes();
    try {
      for (ProcessName name : cluster.processNames()) {
        if (name.role() == Role.DATA_NODE) {
          volumes.add(JmxAttach.connect(cluster.pid(name)));
        }
      }
    } catch (IOException | RuntimeException e) {
      volumes.close();
      throw e;
    }
    return volumes;
  }

  private void add(JMXConnector connector) throws IOException {
    connectors.add(connector);
    nodes.add(
        JMX.newMXBeanProxy(
            connector.getMBeanServerConnection(),
            DataNodeVolumes.beanName(),
            DataNodeVolumesMXBean.class));
  }

  /** Number of data nodes. */
  public int nodes() {
    return nodes.size();
  }

  /**
   * Makes the volumes of a storage type full. The name node learns that from the next heartbeat.
   *
   * @param node number of the data node, from 0 on
   * @param roomBytes bytes that are left for further blocks, at least 0
   */
  public void fill(int node, StorageType type, long roomBytes) throws IOException {
    nodes.get(node).fill(type.name(), roomBytes);
  }

  /** Frees the volumes of a storage type on all data nodes. */
  public void freeAll(StorageType type) throws IOException {
    for (DataNodeVolumesMXBean node : nodes) {
      node.free(type.name());
    }
  }

  /** Blocks that HDFS has moved between volumes or data nodes since the start. */
  public long movedBlocks() throws IOException {
    long moved = 0;
    for (DataNodeVolumesMXBean node : nodes) {
      moved += node.getMovedBlocks();
    }
    return moved;
  }

  @Override
  public void close() throws IOException {
    for (JMXConnector connector : connectors) {
      connector.close();
    }
  }
}
