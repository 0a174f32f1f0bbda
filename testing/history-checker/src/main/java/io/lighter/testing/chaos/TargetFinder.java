// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the target process of a fault. */
final class TargetFinder {
  /** The compaction server's name in the line that starts a warm-up. */
  private static final Pattern SENDER = Pattern.compile(" from=(\\S+,\\d+,\\d+)");

  private final LocalCluster cluster;
  private final RandomGenerator random;

  TargetFinder(LocalCluster cluster, RandomGenerator random) {
    this.cluster = cluster;
    this.random = random;
  }

  /** The target by role, without an event. */
  ProcessName byRole(FaultTarget target) throws IOException {
    return switch (target) {
      case COMPACTION_SERVER -> any(Role.COMPACTION_SERVER);
      case REGION_SERVER -> any(Role.REGION_SERVER);
      case DATA_NODE -> any(Role.DATA_NODE);
      case NAME_NODE -> ProcessName.nameNode();
      case ZOOKEEPER -> ProcessName.zooKeeper();
      case MASTER -> ProcessName.master();
      case LEADER -> manager(true);
      case STANDBY -> manager(false);
    };
  }

  /**
   * The target that an event names.
   *
   * @throws IOException if the event names no known process
   */
  ProcessName byEvent(Fault fault, LogTail.Line line) throws IOException {
    if (fault.moment() == Moment.STREAMING) {
      Matcher sender = SENDER.matcher(line.text());
      if (!sender.find()) {
        throw new IOException("not from a compaction server: " + line.text());
      }
      return withLine(Role.COMPACTION_SERVER, sender.group(1));
    }
    boolean isAboutWriter =
        switch (fault.target()) {
          case COMPACTION_SERVER, REGION_SERVER -> true;
          case DATA_NODE, NAME_NODE, ZOOKEEPER, MASTER, LEADER, STANDBY -> false;
        };
    return isAboutWriter ? line.writer() : byRole(fault.target());
  }

  private ProcessName manager(boolean leads) throws IOException {
    for (ProcessName name : alive(Role.MANAGER)) {
      if (leads(cluster, name) == leads) {
        return name;
      }
    }
    throw new IOException("no manager that " + (leads ? "leads" : "stands by"));
  }

  /** Whether a manager leads according to the last line of its log on leadership. */
  static boolean leads(LocalCluster cluster, ProcessName name) throws IOException {
    boolean leads = false;
    for (String line : Files.readAllLines(cluster.logFile(name))) {
      if (line.endsWith(" leads") || line.endsWith(" does not lead any more")) {
        leads = line.endsWith(" leads");
      } else if (line.endsWith(" started")) {
        leads = false;
      }
    }
    return leads;
  }

  private ProcessName withLine(Role role, String text) throws IOException {
    for (ProcessName name : alive(role)) {
      if (Files.readString(cluster.logFile(name)).contains(text)) {
        return name;
      }
    }
    throw new IOException("no log of a %s tells of %s".formatted(role.label(), text));
  }

  private ProcessName any(Role role) throws IOException {
    List<ProcessName> names = alive(role);
    if (names.isEmpty()) {
      throw new IOException("no " + role.label() + " is alive");
    }
    return names.get(random.nextInt(names.size()));
  }

  private List<ProcessName> alive(Role role) {
    return cluster.processNames().stream()
        .filter(name -> name.role() == role && cluster.isAlive(name))
        .toList();
  }
}
