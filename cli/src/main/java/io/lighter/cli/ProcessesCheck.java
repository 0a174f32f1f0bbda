// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.install.Check;
import io.lighter.cli.install.Findings;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.common.protocol.LighterProtos.StatusResponse;

/** Checks that a manager leads and that its compaction servers have this command's version. */
final class ProcessesCheck implements Check {
  private static final String MANAGER = "manager";
  private static final String SERVERS = "compaction servers";

  private final ClusterStatus status;
  private final boolean hasLeader;
  private final String version;

  /**
   * Creates a check of a status.
   *
   * @param hasLeader whether ZooKeeper names a leading manager
   * @param version version of this command
   */
  ProcessesCheck(ClusterStatus status, boolean hasLeader, String version) {
    this.status = status;
    this.hasLeader = hasLeader;
    this.version = version;
  }

  @Override
  public String name() {
    return "lighter";
  }

  @Override
  public void run(Findings findings) {
    if (status instanceof ClusterStatus.Managed managed) {
      managed(findings, managed.response());
    } else if (status instanceof ClusterStatus.Unmanaged unmanaged) {
      unmanaged(findings, unmanaged);
    }
  }

  private void managed(Findings findings, StatusResponse response) {
    compare(findings, "manager " + response.getLeader(), response.getVersion());
    if (response.getStandbyCount() == 0) {
      findings.warning(MANAGER, "no standby", "run bin/lighter manager start on a second machine");
    }
    for (ServerStatus server : response.getServerList()) {
      compare(
          findings,
          "compaction server " + server.getReport().getServer(),
          server.getReport().getVersion());
    }
    response
        .getSilentServerList()
        .forEach(
            server ->
                findings.warning(
                    "compaction server " + server,
                    "registered, but the manager has no report of it",
                    "see its log, and whether it reaches the manager"));
    response
        .getGroupWithoutServerList()
        .forEach(
            group ->
                // No problem: the tables may be switched off, and region servers can compact them.
                findings.warning(
                    "group " + group,
                    "tables name it, but none of its servers takes jobs",
                    "start one with lighter.server.group = " + group + ", or end a drain"));
    if (response.getServerCount() + response.getSilentServerCount() == 0) {
      noServers(findings);
    }
  }

  private void unmanaged(Findings findings, ClusterStatus.Unmanaged unmanaged) {
    if (hasLeader) {
      findings.problem(
          MANAGER, unmanaged.problem(), "see its log, and whether this host reaches its port");
    } else {
      findings.warning(MANAGER, unmanaged.problem(), "run bin/lighter manager start");
    }
    unmanaged
        .servers()
        .forEach(
            server ->
                compare(findings, "compaction server " + server.getServer(), server.getVersion()));
    if (unmanaged.servers().isEmpty()) {
      noServers(findings);
    }
  }

  private static void noServers(Findings findings) {
    findings.warning(
        SERVERS,
        "none is alive; region servers compact themselves until there is one",
        "run bin/lighter server start on the compaction machines");
  }

  private void compare(Findings findings, String subject, String theirs) {
    if (theirs.equals(version)) {
      findings.ok(subject, "version " + theirs);
    } else {
      findings.warning(
          subject,
          "version %s, while this command is %s".formatted(theirs, version),
          "bring all to one version; until then region servers may compact themselves");
    }
  }
}
