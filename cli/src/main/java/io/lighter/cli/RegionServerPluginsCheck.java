// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.FirstLine;
import io.lighter.cli.install.Check;
import io.lighter.cli.install.Findings;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;

/**
 * Checks the version of the plug-in in region servers that use it. Region servers report the
 * version to the manager, whose REST API returns it. An unreachable REST API is only a warning,
 * because nothing else depends on it.
 */
final class RegionServerPluginsCheck implements Check {
  private static final String SUBJECT = "region servers";
  private static final String ACTION = "run install-check --offline on them";

  private final StatusResponse manager;
  private final String version;

  /**
   * Creates the check without I/O.
   *
   * @param manager the status of the leader, with the address of its dashboard
   * @param version version of this command
   */
  RegionServerPluginsCheck(StatusResponse manager, String version) {
    this.manager = manager;
    this.version = version;
  }

  @Override
  public String name() {
    return "plug-ins";
  }

  @Override
  public void run(Findings findings) throws IOException {
    List<ReportedRegionServer> servers;
    try {
      servers = RegionServersApi.read(manager);
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      unknown(findings, FirstLine.of(e));
      return;
    }
    if (servers.isEmpty()) {
      findings.ok(SUBJECT, "none of them has reported that it uses Lighter");
    }
    for (ReportedRegionServer server : servers) {
      if (server.version().equals(version)) {
        findings.ok("region server " + server.name(), "runs version " + server.version());
      } else {
        findings.warning(
            "region server " + server.name(),
            "runs version %s, while this command is %s".formatted(server.version(), version),
            "replace the plug-in there, and restart it");
      }
    }
  }

  private static void unknown(Findings findings, String why) {
    findings.warning(SUBJECT, "the version of their plug-ins is not known: " + why, ACTION);
  }
}
