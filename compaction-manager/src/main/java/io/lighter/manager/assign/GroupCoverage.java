package io.lighter.manager.assign;

import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hadoop.hbase.ServerName;

/** Which groups have servers that work for them: one answer for status, alert and metric. */
public final class GroupCoverage {
  private GroupCoverage() {}

  /**
   * Groups whose compactions go to another group, or stay on the region servers.
   *
   * @param named groups that tables with regions name
   * @param live servers
   * @param draining servers, which take no jobs
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
