// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import io.lighter.common.config.LighterOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The machines of a cluster whose data nodes have disks of their own: a data node each, and the
 * region servers and compaction servers, in turn, beside them. Immutable.
 *
 * <p>A machine has the name of a loopback address, from {@code 127.0.0.2} on. Region servers and
 * compaction servers listen there. A data node only bears the name: HDFS's name node registers it
 * under the address of its connection, which is {@code 127.0.0.1} on every loopback.
 *
 * <p>The name node orders replicas by address, so to it all are equally near. A client that orders
 * replicas by host name, as HBase's {@code HFileSystem} with a {@code ReorderBlocks}, finds the one
 * of its own machine.
 *
 * @param dataNodes number of machines, at least 1
 * @param regionServers number of region servers at the start, at least 1
 */
record Machines(int dataNodes, int regionServers) {
  private static final String PROPERTY = "lighter.machine";

  /** Placeholder that Hadoop's configuration replaces by a system property of the process. */
  private static final String OWN_NAME = "${" + PROPERTY + "}";

  /** The machines of a cluster; a single one if data nodes share their disk. */
  static Machines of(LocalClusterSettings settings) {
    return new Machines(
        settings.isolation().ownDisks() ? settings.dataNodes() : 1, settings.regionServers());
  }

  /** Properties of a role in {@code hbase-site.xml}; empty with a single machine. */
  Map<String, String> site(Role role) {
    Map<String, String> site = new LinkedHashMap<>();
    if (dataNodes > 1) {
      switch (role) {
        case DATA_NODE -> site.put("dfs.datanode.hostname", OWN_NAME);
        case REGION_SERVER -> {
          site.put("hbase.regionserver.ipc.address", OWN_NAME);
          site.put("hbase.unsafe.regionserver.hostname", OWN_NAME);
        }
        case COMPACTION_SERVER -> {
          site.put(LighterOption.SERVER_BIND_ADDRESS.key(), OWN_NAME);
          site.put(LighterOption.SERVER_HOSTNAME.key(), OWN_NAME);
        }
        default -> {} // on no machine
      }
    }
    return site;
  }

  /** System properties of a process. */
  List<String> jvmOptions(ProcessName name) {
    return site(name.role()).isEmpty() ? List.of() : List.of("-D" + PROPERTY + '=' + machine(name));
  }

  /** The name of a process's machine. */
  private String machine(ProcessName name) {
    int before = name.role() == Role.COMPACTION_SERVER ? regionServers : 0;
    return "127.0.0." + (2 + (before + name.number() - 1) % dataNodes);
  }
}
