// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;

/** A cluster that stays after the demo, until Ctrl-C. Stateless. */
final class KeptCluster {
  private KeptCluster() {}

  /** Prints the addresses, and returns when this thread is interrupted; usually the JVM ends. */
  static void await(LocalCluster cluster, PrintWriter out) throws IOException {
    printAddresses(cluster, out);
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void printAddresses(LocalCluster cluster, PrintWriter out) throws IOException {
    Configuration conf = cluster.configuration();
    out.println();
    out.println("The cluster is up until Ctrl-C:");
    out.printf(
        "  ZooKeeper         %s:%s%n",
        conf.get("hbase.zookeeper.quorum"), conf.get("hbase.zookeeper.property.clientPort"));
    for (String dashboard : cluster.dashboards()) {
      out.printf("  dashboard         %s%n", dashboard);
    }
    out.printf("  NameNode          %s%n", conf.get("fs.defaultFS"));
    out.printf("  HBASE_CONF_DIR    %s%n", cluster.confFolder());
    out.printf("  logs              %s%n", cluster.logFolder());
    for (ProcessName name : cluster.processNames()) {
      out.printf("  %-17s pid %d%n", name, cluster.pid(name));
    }
    out.flush();
  }
}
