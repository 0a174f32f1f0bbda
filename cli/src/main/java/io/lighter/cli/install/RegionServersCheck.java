// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import io.lighter.common.hbase.HBaseRelease;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerName;

/** Checks that the master answers and that region servers run a supported HBase. */
public final class RegionServersCheck implements Check {
  private static final String UNKNOWN = "";

  private final ClusterMetrics cluster;
  private final Map<ServerName, String> versions;
  private final String localVersion;

  /**
   * Creates a check of the master's and ZooKeeper's answers.
   *
   * @param versions HBase versions of the region servers, without unknown ones
   * @param localVersion version of the HBase on the class path
   */
  public RegionServersCheck(
      ClusterMetrics cluster, Map<ServerName, String> versions, String localVersion) {
    this.cluster = cluster;
    this.versions = Map.copyOf(versions);
    this.localVersion = localVersion;
  }

  @Override
  public String name() {
    return "hbase";
  }

  @Override
  public void run(Findings findings) {
    findings.ok("master", cluster.getMasterName() + " answers");
    Map<String, Collection<ServerName>> servers = new TreeMap<>();
    for (ServerName server : cluster.getLiveServerMetrics().keySet()) {
      servers
          .computeIfAbsent(versions.getOrDefault(server, UNKNOWN), version -> new TreeSet<>())
          .add(server);
    }
    if (servers.isEmpty()) {
      findings.problem("region servers", "none is alive", "start them first");
    }
    servers.forEach((version, some) -> judge(findings, version, some));
  }

  private void judge(Findings findings, String version, Collection<ServerName> servers) {
    String subject = servers.size() == 1 ? "1 region server" : servers.size() + " region servers";
    if (version.equals(UNKNOWN)) {
      findings.warning(
          subject,
          "its HBase is not known: this user may not read the znodes of region servers",
          "run this as HBase's user, or see the master's page");
      return;
    }
    Optional<String> wrong = HBaseRelease.problem(version);
    if (wrong.isPresent()) {
      findings.problem(
          subject,
          "HBase %s, such as %s".formatted(version, servers.iterator().next()),
          "Lighter's plug-in does not run there: upgrade them first");
    } else if (version.equals(localVersion)) {
      findings.ok(subject, "HBase " + version);
    } else {
      findings.warning(
          subject,
          "HBase %s, but %s on this host's class path".formatted(version, localVersion),
          "set HBASE_HOME to the same HBase, or run this command on one of them");
    }
  }
}
