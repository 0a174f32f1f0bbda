// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restarts processes that exited, as a service manager would, and records their names so that an
 * unexpected exit is reported. Confined to one thread.
 */
final class Restarts {
  private static final Logger LOG = LoggerFactory.getLogger(Restarts.class);

  /** Roles that exit after a long loss of ZooKeeper or HDFS. */
  private static final Set<Role> GIVING_UP = EnumSet.of(Role.REGION_SERVER, Role.MASTER);

  private final LocalCluster cluster;
  private final List<ProcessName> ended = new ArrayList<>();

  /** Creates an empty record. */
  Restarts(LocalCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Restarts dead processes.
   *
   * @param absent process that stays dead
   */
  void restartTheDead(Optional<ProcessName> absent) throws IOException {
    List<ProcessName> dead =
        cluster.processNames().stream()
            .filter(name -> !cluster.isAlive(name) && !absent.equals(Optional.of(name)))
            .toList();
    if (!dead.isEmpty()) {
      LOG.info("restarting exited processes names={}", dead);
      ended.addAll(dead);
      cluster.relaunch(dead);
    }
  }

  /** Processes that were restarted since the last call. */
  List<ProcessName> take() {
    List<ProcessName> taken = List.copyOf(ended);
    ended.clear();
    return taken;
  }

  /**
   * Unexpected exits. Lighter's processes never exit by themselves, and their absence makes no
   * process exit. HBase's processes may exit if they depend on the target.
   *
   * @param last target of the previous fault, if any
   * @param late exits before the fault, caused by the previous one
   * @param now exits during and after the fault
   */
  static Set<ProcessName> unexpected(
      Fault fault,
      ProcessName target,
      Optional<FaultTarget> last,
      List<ProcessName> late,
      List<ProcessName> now) {
    Set<ProcessName> unexpected = new LinkedHashSet<>();
    boolean hasExcuse = last.isPresent() && !last.get().isLighters();
    late.stream().filter(name -> !hasExcuse || isLighters(name)).forEach(unexpected::add);
    now.stream().filter(Restarts::isLighters).forEach(unexpected::add);
    now.stream()
        .filter(name -> fault.target().isLighters() || !GIVING_UP.contains(name.role()))
        .filter(name -> fault.target().isLighters() || !name.equals(target))
        .forEach(unexpected::add);
    return unexpected;
  }

  private static boolean isLighters(ProcessName name) {
    return name.role() == Role.MANAGER || name.role() == Role.COMPACTION_SERVER;
  }
}
