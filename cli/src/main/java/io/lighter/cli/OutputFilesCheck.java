// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.FirstLine;
import io.lighter.cli.install.Check;
import io.lighter.cli.install.Findings;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Compares the HDFS settings with which hosts report to create files, and names region servers
 * whose outputs are stored on other machines. An output always has the settings of its region
 * server.
 */
final class OutputFilesCheck implements Check {
  private static final String SUBJECT = "HDFS settings";

  private final StatusResponse manager;

  /**
   * Makes the check, which contacts the manager when it runs.
   *
   * @param manager the status of the leader, with reports of compaction servers and the address of
   *     its dashboard
   */
  OutputFilesCheck(StatusResponse manager) {
    this.manager = manager;
  }

  @Override
  public String name() {
    return "output files";
  }

  @Override
  public void run(Findings findings) throws IOException {
    List<ReportedRegionServer> servers;
    try {
      servers = RegionServersApi.read(manager);
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      findings.warning(
          SUBJECT,
          "those of region servers are not known: " + FirstLine.of(e),
          "run install-check --offline --compare-with FOLDER");
      return;
    }
    compare(findings, servers);
    servers.forEach(server -> locality(findings, server));
  }

  private void compare(Findings findings, List<ReportedRegionServer> servers) {
    Map<String, Long> counts =
        servers.stream()
            .flatMap(server -> server.fileSettings().stream())
            .collect(
                Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    if (counts.isEmpty()) {
      findings.ok(SUBJECT, "no region server has reported any");
      return;
    }
    String most =
        counts.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    findings.ok(SUBJECT, "%s, of %d region servers".formatted(most, counts.get(most)));
    for (ReportedRegionServer server : servers) {
      server
          .fileSettings()
          .filter(settings -> !settings.equals(most))
          .ifPresent(
              settings ->
                  findings.warning(
                      "region server " + server.name(),
                      "creates files with " + settings,
                      "give all region servers the same: a region's files change with the server"
                          + " that has it"));
    }
    for (ServerStatus server : manager.getServerList()) {
      compare(findings, server.getReport(), most);
    }
  }

  private static void compare(Findings findings, ServerReport server, String most) {
    String subject = "compaction server " + server.getServer();
    if (!server.hasFileSettings()) {
      findings.warning(
          subject,
          "does not say with which HDFS settings it writes",
          "bring it to this version, if it is older: it writes outputs with its own settings");
      return;
    }
    String own = RegionServersApi.text(server.getFileSettings());
    if (!own.equals(most)) {
      findings.ok(subject, "has %s, and writes outputs with the region servers'".formatted(own));
    }
  }

  private static void locality(Findings findings, ReportedRegionServer server) {
    long elsewhere = server.outputsWithoutLocalReplica();
    if (elsewhere > 0 && 2 * elsewhere >= server.offloaded()) {
      findings.warning(
          "region server " + server.name(),
          "%d outputs of %d offloaded compactions have no replica on its machine"
              .formatted(elsewhere, server.offloaded()),
          "see docs/operate/troubleshooting.md, 'Reads are slow all the same'");
    }
  }
}
