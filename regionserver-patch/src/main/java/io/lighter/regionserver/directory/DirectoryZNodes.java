// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.directory;

import io.lighter.common.ServerNames;
import io.lighter.common.assignment.SlotTable;
import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.common.zk.OffloadSwitches;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.zookeeper.ZKUtil;
import org.apache.hadoop.hbase.zookeeper.ZKWatcher;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The znodes that a {@link ServerDirectory} watches, and their contents at the last reading: the
 * list of the live servers with their registrations, the list of draining servers, a slot table for
 * each group, and the switch.
 *
 * <p>A znode costs one read, which also sets its watch. An absent znode costs a second read, which
 * watches for its creation. A registration never changes, so each is read once, however many
 * servers come and go. Used by one thread; {@link #urgency} by any.
 */
final class DirectoryZNodes {
  private static final Logger LOG = LoggerFactory.getLogger(DirectoryZNodes.class);

  private final ZKWatcher watcher;
  private final LighterZNodes znodes;

  /** Znodes that were absent at the last reading; the next one checks their existence first. */
  private final Set<String> absent = new HashSet<>();

  /** Listed servers that have a registration, by name of the znode. */
  private Map<String, RegisteredServer> registered = Map.of();

  private Set<ServerName> draining = Set.of();
  private final Map<String, SlotTable> tables = new HashMap<>();
  private OffloadSwitch offload = OffloadSwitches.ON;

  /** How soon a change of a znode has to be read. */
  enum Urgency {
    /** Never: the directory is independent of the znode. */
    NONE,
    /** Within seconds: region servers work well with the earlier state. */
    SOON,
    /** At once: an operator waits for the effect. */
    NOW
  }

  /** Makes an empty directory; the first reading follows. */
  DirectoryZNodes(ZKWatcher watcher, LighterZNodes znodes) {
    this.watcher = watcher;
    this.znodes = znodes;
  }

  Urgency urgency(String path) {
    if (path.equals(znodes.draining()) || path.equals(znodes.offloadSwitch())) {
      return Urgency.NOW;
    }
    return path.equals(znodes.servers()) || path.startsWith(znodes.assignment(""))
        ? Urgency.SOON
        : Urgency.NONE;
  }

  /** All paths that are read, with the tables of {@code groups}. */
  Set<String> paths(Collection<String> groups) {
    Set<String> paths = groups.stream().map(znodes::assignment).collect(Collectors.toSet());
    paths.add(znodes.draining());
    paths.add(znodes.servers());
    paths.add(znodes.offloadSwitch());
    return paths;
  }

  /**
   * Reads {@code changed}.
   *
   * <p>The list of draining servers is always followed by a reading of the list of live servers. A
   * replacement registers before the old server drains, so with this order every reading that shows
   * the old server draining also shows the replacement.
   *
   * @throws KeeperException if ZooKeeper does not answer; part of the changes may have been read
   */
  void read(Set<String> changed) throws KeeperException, InterruptedException {
    for (String path : changed) {
      if (path.startsWith(znodes.assignment(""))) {
        readTable(path);
      }
    }
    boolean drains = changed.contains(znodes.draining());
    if (drains) {
      readDraining();
    }
    if (drains || changed.contains(znodes.servers())) {
      readServers();
    }
    if (changed.contains(znodes.offloadSwitch())) {
      readSwitch();
    }
  }

  /** The live servers. */
  Map<ServerName, RegisteredServer> servers() {
    return registered.values().stream()
        .collect(
            Collectors.toUnmodifiableMap(RegisteredServer::name, server -> server, (a, b) -> a));
  }

  Set<ServerName> draining() {
    return draining;
  }

  /** The existing slot tables by group; a damaged table is empty. */
  Map<String, SlotTable> tables() {
    return Map.copyOf(tables);
  }

  OffloadSwitch offload() {
    return offload;
  }

  private void readTable(String path) throws KeeperException, InterruptedException {
    String group = path.substring(znodes.assignment("").length());
    Optional<byte[]> bytes = data(path);
    if (bytes.isEmpty()) {
      tables.remove(group);
      return;
    }
    SlotTable table = SlotTable.EMPTY;
    try {
      table = SlotTable.parse(bytes.get());
    } catch (IOException e) {
      LOG.warn("slot table damaged, regions are spread without it: path={}", path, e);
    }
    tables.put(group, table);
  }

  private void readDraining() throws KeeperException {
    draining =
        children(znodes.draining()).stream()
            .map(ServerNames::parse)
            .flatMap(Optional::stream)
            .collect(Collectors.toUnmodifiableSet());
  }

  private void readServers() throws KeeperException, InterruptedException {
    Map<String, RegisteredServer> listed = new HashMap<>();
    for (String name : children(znodes.servers())) {
      RegisteredServer known = registered.get(name);
      byte[] bytes = known == null ? ZKUtil.getData(watcher, znodes.servers() + '/' + name) : null;
      Optional.ofNullable(known)
          .or(() -> Optional.ofNullable(bytes).flatMap(read -> RegisteredServer.parse(name, read)))
          .ifPresent(server -> listed.put(name, server));
    }
    registered = Map.copyOf(listed);
  }

  private void readSwitch() throws KeeperException, InterruptedException {
    byte[] bytes = data(znodes.offloadSwitch()).orElse(null);
    try {
      offload = OffloadSwitches.parse(bytes);
    } catch (IOException e) {
      LOG.warn("offload switch damaged, last state remains: path={}", znodes.offloadSwitch(), e);
    }
  }

  /**
   * Reads a znode's data and sets a watch; empty for an absent znode, whose creation is watched.
   */
  private Optional<byte[]> data(String path) throws KeeperException, InterruptedException {
    while (!isAbsent(path)) {
      byte[] data = ZKUtil.getDataAndWatch(watcher, path);
      if (data != null) {
        return Optional.of(data);
      }
      absent.add(path);
    }
    return Optional.empty();
  }

  /** Reads the names of a znode's children and sets a watch, as {@link #data}. */
  private List<String> children(String path) throws KeeperException {
    while (!isAbsent(path)) {
      List<String> names = ZKUtil.listChildrenAndWatchForNewChildren(watcher, path);
      if (names != null) {
        return List.copyOf(names);
      }
      absent.add(path);
    }
    return List.of();
  }

  /** Checks the existence of a znode that was absent before, and watches for its creation. */
  private boolean isAbsent(String path) throws KeeperException {
    if (!absent.contains(path)) {
      return false;
    }
    if (ZKUtil.watchAndCheckExists(watcher, path)) {
      absent.remove(path);
      return false;
    }
    return true;
  }
}
