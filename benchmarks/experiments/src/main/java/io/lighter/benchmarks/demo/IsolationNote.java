// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import io.lighter.testing.isolation.IsolationReport;
import java.util.ArrayList;
import java.util.List;

/**
 * What was isolated on this machine, and what the figures can therefore show.
 *
 * @param isolated whether at least one process had CPUs or a weight of its own
 * @param lines text for people, one line each
 */
record IsolationNote(boolean isolated, List<String> lines) {
  IsolationNote {
    lines = List.copyOf(lines);
  }

  /**
   * Describes the isolation in force.
   *
   * @param cpus number of CPUs of this machine
   * @param objectStore whether the store files are in an object store of this machine
   */
  static IsolationNote of(IsolationReport report, int cpus, boolean objectStore) {
    List<String> inForce =
        report.groups().stream()
            .filter(IsolationNote::isIsolated)
            .map(IsolationReport.Group::toString)
            .toList();
    List<String> lines = new ArrayList<>();
    if (objectStore) {
      lines.add("store files: objects in an S3 server's memory, by S3A; logs: on HDFS");
    }
    if (inForce.isEmpty()) {
      lines.add("isolated: nothing (profile %s)".formatted(report.profile()));
    } else {
      lines.add("isolated (profile %s):".formatted(report.profile()));
      inForce.forEach(group -> lines.add("  " + group));
    }
    report.missing().forEach(what -> lines.add("not isolated: " + what));
    lines.add("The cache hits and the compared cells hold on any machine.");
    if (inForce.isEmpty()) {
      lines.add(
          "All processes share %d CPUs and one disk, so the latencies show this".formatted(cpus));
      lines.add("machine's load. They cannot show what a compaction saves the region servers");
      lines.add("when it runs on another machine.");
    } else if (objectStore) {
      lines.add("A missed block is a request to a process of this machine, which answers sooner");
      lines.add("than an object store over a network.");
    } else {
      lines.add("All processes share one disk, whose page cache holds the files: a missed block");
      lines.add("costs less than on disks that reads wait for.");
    }
    return new IsolationNote(!inForce.isEmpty(), lines);
  }

  private static boolean isIsolated(IsolationReport.Group group) {
    return !group.cpus().isEmpty() || group.yields() || group.cpuShares() > 0;
  }
}
