// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.FailFastClient;
import io.lighter.cli.command.FirstLine;
import io.lighter.cli.command.OperatorLogin;
import io.lighter.cli.command.Site;
import io.lighter.cli.install.Finding;
import io.lighter.cli.install.Findings;
import io.lighter.cli.install.FoldersCheck;
import io.lighter.cli.install.RegionServerVersions;
import io.lighter.cli.install.RegionServersCheck;
import io.lighter.cli.install.TablesCheck;
import io.lighter.cli.install.ZooKeeperCheck;
import io.lighter.service.ProcessConnections;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.apache.hadoop.hbase.zookeeper.ZNodePaths;

/**
 * The part of {@code install-check} that contacts the cluster. It only reads, and closes its
 * connections before {@link #findings} returns. Checks that depend on an unreachable service are
 * left out.
 */
final class LiveChecks {
  private static final int RETRIES = 3;

  private final Site site;
  private final String version;

  LiveChecks(Site site, String version) {
    this.site = site;
    this.version = version;
  }

  /** Findings of all checks. Timeouts are short, because an operator waits for the result. */
  List<Finding> findings() {
    List<Finding> all = new ArrayList<>();
    try {
      OperatorLogin.login(site.conf());
    } catch (IOException e) {
      all.addAll(failed("log-in", "Kerberos", e, "see docs/guide/install.md, 'Command line'"));
      return all;
    }
    all.addAll(new FoldersCheck(site.conf()).findings());
    try (CuratorFramework zooKeeper = site.connect()) {
      all.addAll(new ZooKeeperCheck(zooKeeper, site.conf()).findings());
      all.addAll(hbase(zooKeeper));
      all.addAll(lighter(zooKeeper));
    } catch (IOException e) {
      all.addAll(
          failed(
              "zookeeper",
              HConstants.ZOOKEEPER_QUORUM,
              e,
              "correct it, or start ZooKeeper; HBase and Lighter are not looked at before"));
    }
    return all;
  }

  private List<Finding> hbase(CuratorFramework zooKeeper) {
    Configuration conf = FailFastClient.of(site.conf());
    conf.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, RETRIES);
    try (Connection connection = ProcessConnections.open(conf);
        Admin admin = connection.getAdmin()) {
      ClusterMetrics cluster =
          admin.getClusterMetrics(
              EnumSet.of(
                  ClusterMetrics.Option.MASTER,
                  ClusterMetrics.Option.LIVE_SERVERS,
                  ClusterMetrics.Option.REGIONS_IN_TRANSITION));
      Map<ServerName, String> versions =
          RegionServerVersions.read(zooKeeper, new ZNodePaths(site.conf()));
      List<Finding> all =
          new ArrayList<>(
              new RegionServersCheck(cluster, versions, VersionInfo.getVersion()).findings());
      all.addAll(
          new TablesCheck(site.conf(), admin.listTableDescriptors(), cluster, Clock.systemUTC())
              .findings());
      return all;
    } catch (IOException e) {
      return failed("hbase", "master", e, "see that HBase runs, and its master's log");
    }
  }

  private List<Finding> lighter(CuratorFramework zooKeeper) {
    StatusReader reader = new StatusReader(site, zooKeeper);
    try {
      boolean hasLeader = reader.leader().isPresent();
      ClusterStatus status = reader.read();
      List<Finding> all =
          new ArrayList<>(new ProcessesCheck(status, hasLeader, version).findings());
      if (status instanceof ClusterStatus.Managed managed) {
        all.addAll(new RegionServerPluginsCheck(managed.response(), version).findings());
        all.addAll(new OutputFilesCheck(managed.response()).findings());
      }
      return all;
    } catch (IOException e) {
      return failed("lighter", site.znodes().root(), e, "see ZooKeeper's log");
    }
  }

  private static List<Finding> failed(String check, String subject, IOException e, String action) {
    Findings findings = new Findings(check);
    findings.problem(subject, FirstLine.of(e), action);
    return findings.list();
  }
}
