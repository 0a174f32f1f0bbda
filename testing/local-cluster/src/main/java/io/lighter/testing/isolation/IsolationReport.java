// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.util.ArrayList;
import java.util.List;

/**
 * The isolation in force in an experiment, and the missing parts of its profile. A plain record for
 * JSON writers.
 *
 * @param profile name of the profile
 * @param host features of the host
 * @param groups limits of each process; empty if none
 * @param network limits of the network
 * @param missing requested limits that are not in force, with reasons
 * @param remarks remarks for readers of figures
 */
public record IsolationReport(
    String profile,
    String host,
    List<Group> groups,
    String network,
    List<String> missing,
    List<String> remarks) {

  /**
   * A process, or all clients.
   *
   * @param name such as {@code region-server-1}
   * @param cpus CPUs of the process; empty for any
   * @param cpuShares weight; 0 if not in force
   * @param yields whether the process runs on idle CPUs only
   * @param cpuQuota percent of one CPU; 0 if none
   * @param memoryBytes limit of memory and page cache; 0 if none
   * @param disk limits of reads and writes; empty if none
   */
  public record Group(
      String name,
      String cpus,
      int cpuShares,
      boolean yields,
      int cpuQuota,
      long memoryBytes,
      String disk) {
    @Override
    public String toString() {
      List<String> parts = new ArrayList<>();
      if (!cpus.isEmpty()) {
        parts.add("CPU " + cpus);
      }
      if (yields) {
        parts.add("only what others leave of it");
      } else if (cpuShares > 0) {
        parts.add("shares " + cpuShares);
      }
      if (cpuQuota > 0) {
        parts.add("at most %d %% of a CPU".formatted(cpuQuota));
      }
      if (memoryBytes > 0) {
        parts.add("memory with page cache %d MiB".formatted(memoryBytes >> 20));
      }
      if (!disk.isEmpty()) {
        parts.add("disk " + disk);
      }
      return name + ": " + (parts.isEmpty() ? "not isolated" : String.join(", ", parts));
    }
  }

  private static final String MISSING = "  NOT in force: ";

  /** Copies the lists. */
  public IsolationReport {
    groups = List.copyOf(groups);
    missing = List.copyOf(missing);
    remarks = List.copyOf(remarks);
  }

  /** Whether the whole profile is in force. */
  public boolean isComplete() {
    return missing.isEmpty();
  }

  /** Lines of text; the first one is a summary. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("isolation: " + profile + " (" + host + ")");
    missing.forEach(what -> lines.add(MISSING + what));
    groups.forEach(group -> lines.add("  " + group));
    lines.add("  network: " + network);
    remarks.forEach(remark -> lines.add("  note: " + remark));
    return lines;
  }

  /** Those of {@link #lines} that name a missing part of the profile. */
  public static List<String> missing(List<String> lines) {
    return lines.stream().filter(line -> line.startsWith(MISSING)).map(String::strip).toList();
  }
}
