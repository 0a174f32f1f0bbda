// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.assign;

import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hadoop.hbase.ServerName;

/** The groups that no server works for: one computation for status, alert and metric. */
public final class GroupCoverage {
  private GroupCoverage() {}

  /**
   * Returns groups whose compactions go to another group, or run on the region servers.
   *
   * @param named groups that tables with regions name
   * @param live live servers
   * @param draining draining servers, which take no jobs
   */
  public static SortedSet<String> groupsWithoutServer(
      Set<String> named, Map<ServerName, ServerRegistration> live, Set<ServerName> draining) {
    SortedSet<String> uncovered = new TreeSet<>(named);
    live.forEach(
        (server, registration) -> {
          if (!draining.contains(server)) {
            uncovered.remove(registration.getGroup());
          }
        });
    return uncovered;
  }
}
