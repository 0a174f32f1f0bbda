// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.util.VersionUtil;

/**
 * Checks that region servers have Lighter's own store engine: a region server without the class
 * cannot open a region of the table.
 */
final class OwnEngineCheck {
  private OwnEngineCheck() {}

  /**
   * Refuses region servers with an older version than this command, to which a region may move, and
   * those with a region of the table and an unknown version.
   *
   * @param engine an engine of Lighter's own
   * @param regions the table's regions with their servers
   * @param version version of this command
   * @throws IOException names the region server and what to do
   */
  static void require(
      TableName table,
      EngineName engine,
      Map<String, Optional<String>> regions,
      EngineCluster.Observed observed,
      String version)
      throws IOException {
    for (Map.Entry<String, String> server : new TreeMap<>(observed.versions()).entrySet()) {
      if (VersionUtil.compareVersions(server.getValue(), version) < 0) {
        throw new IOException(
            "region server %s has version %s: --engine %s expects %s or later; replace the"
                    .formatted(server.getKey(), server.getValue(), engine.tag(), version)
                + " plug-in there, restart it, and run the command again");
      }
    }
    for (String server : regions.values().stream().flatMap(Optional::stream).sorted().toList()) {
      if (!observed.versions().containsKey(server)) {
        throw new IOException(
            "region server %s has regions of %s, and its version is not known, since %s: --engine"
                    .formatted(
                        server, table, observed.problem().orElse("it does not report to a manager"))
                + " %s expects %s or later; see 'lighter install-check'"
                    .formatted(engine.tag(), version)
                + " there, and run the command again once it reports");
      }
    }
  }
}
