// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The groups that have got limits so far, and which of their limits are in force. Remembers them
 * after the end of the groups, too.
 *
 * <p>Not thread-safe; {@link Isolation} guards it, with the {@link ControlGroups} given.
 */
final class PlacedGroups {
  private final ControlGroups groups;

  /** By name, in the order of their first placement. */
  private final Map<String, Placement> placed = new LinkedHashMap<>();

  /** Requested limits of a group, and the controllers in force. */
  private record Placement(GroupLimits limits, Set<Controller> inForce) {}

  PlacedGroups(ControlGroups groups) {
    this.groups = groups;
  }

  boolean contains(String group) {
    return placed.containsKey(group);
  }

  /** Creates a group if needed, and sets its limits as far as the host permits. */
  void place(String group, GroupLimits limits) {
    placed.put(group, new Placement(limits, groups.make(group, limits)));
  }

  /** The disk accounting of the groups; empty without a controller of disks. */
  List<DiskAccounting> diskAccounting() {
    List<DiskAccounting> accounting = new ArrayList<>();
    placed.forEach(
        (name, placement) ->
            groups
                .folder(Controller.DISK, name)
                .ifPresent(folder -> accounting.addAll(accounting(name, folder, placement))));
    return accounting;
  }

  /** The limits in force of each group. */
  List<IsolationReport.Group> report() {
    List<IsolationReport.Group> reported = new ArrayList<>();
    placed.forEach((name, placement) -> reported.add(reported(name, placement)));
    return reported;
  }

  private static List<DiskAccounting> accounting(String name, Path folder, Placement placement) {
    if (!placement.inForce().contains(Controller.DISK)) {
      return List.of(new DiskAccounting(name, folder, Optional.empty(), Optional.empty()));
    }
    List<DiskAccounting> accounting = new ArrayList<>();
    placement
        .limits()
        .disks()
        .forEach(
            (device, limits) ->
                accounting.add(
                    new DiskAccounting(
                        accounting.isEmpty() ? name : further(name, device, limits, placement),
                        folder,
                        Optional.of(device.toString()),
                        Optional.of(limits))));
    return accounting;
  }

  /** A second disk for HBase's log has the limits of the first one, a volume of a type others. */
  private static String further(
      String name, BlockDevice device, DiskLimits limits, Placement placement) {
    return placement.limits().disks().values().iterator().next().equals(limits)
        ? DataNodeDisks.logOf(name)
        : name + '-' + device;
  }

  private IsolationReport.Group reported(String name, Placement placement) {
    GroupLimits limits = placement.limits();
    Set<Controller> holds = new LinkedHashSet<>(placement.inForce());
    holds.removeAll(groups.failures().keySet());
    return new IsolationReport.Group(
        name,
        holds.contains(Controller.CPU_SET) ? limits.cpus().orElse("") : "",
        holds.contains(Controller.CPU_SHARES) ? limits.cpuShares() : 0,
        holds.contains(Controller.CPU_SHARES) && groups.yields(name),
        holds.contains(Controller.CPU_SHARES) ? limits.cpuQuota().orElse(0) : 0,
        holds.contains(Controller.MEMORY) ? limits.memory().orElse(0) : 0,
        holds.contains(Controller.DISK) ? named(limits.disks()) : "");
  }

  /** The limits of disks, those with equal limits together. */
  private static String named(Map<BlockDevice, DiskLimits> disks) {
    Map<DiskLimits, List<String>> byLimits = new LinkedHashMap<>();
    disks.forEach(
        (device, limits) ->
            byLimits.computeIfAbsent(limits, same -> new ArrayList<>()).add(device.toString()));
    List<String> parts = new ArrayList<>();
    byLimits.forEach(
        (limits, names) ->
            parts.add(
                limits + (names.size() > 1 ? " of each of " : " of ") + String.join(", ", names)));
    return String.join("; ", parts);
  }
}
