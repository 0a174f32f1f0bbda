package io.lighter.testing.isolation;

import java.util.ArrayList;
import java.util.List;

/**
 * What isolation was in force in an experiment, and what was asked for and was not. A plain record,
 * so that JSON writers take it as it is.
 *
 * @param profile name of the profile
 * @param host what the host offers
 * @param groups what holds for each process; empty if nothing does
 * @param network what holds for the network
 * @param missing what was asked for and is not in force, with the reason
 * @param remarks what a reader of figures has to know
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
   * @param cpus where it runs; empty for any
   * @param cpuShares its weight there; 0 if not in force
   * @param yields whether it has only the CPU time that the others leave, whatever its weight
   * @param memoryBytes limit of memory and page cache; 0 if there is none
   * @param disk limits of its reads and writes; empty if there are none
   */
  public record Group(
      String name, String cpus, int cpuShares, boolean yields, long memoryBytes, String disk) {
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
      if (memoryBytes > 0) {
        parts.add("memory with page cache %d MiB".formatted(memoryBytes >> 20));
      }
      if (!disk.isEmpty()) {
        parts.add("disk " + disk);
      }
      return name + ": " + (parts.isEmpty() ? "not isolated" : String.join(", ", parts));
    }
  }

  /** Copies the lists. */
  public IsolationReport {
    groups = List.copyOf(groups);
    missing = List.copyOf(missing);
    remarks = List.copyOf(remarks);
  }

  /** Whether all that the profile asks for is in force. */
  public boolean isComplete() {
    return missing.isEmpty();
  }

  /** For people; the first line is a summary. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("isolation: " + profile + " (" + host + ")");
    missing.forEach(what -> lines.add("  NOT in force: " + what));
    groups.forEach(group -> lines.add("  " + group));
    lines.add("  network: " + network);
    remarks.forEach(remark -> lines.add("  note: " + remark));
    return lines;
  }
}
