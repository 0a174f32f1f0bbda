// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * cgroup v2: one hierarchy for all controllers.
 *
 * <p>Only the root group can hold both processes and groups with limits. Lighter's groups are
 * therefore created beside this process's group: in the nearest ancestor that delegates all
 * controllers, else in the root.
 */
final class CgroupsV2 implements Cgroups {
  private static final String HANDED_ON = "cgroup.subtree_control";
  private static final int USUAL_SHARES = 1024;
  private static final int USUAL_WEIGHT = 100;

  private final Path mount;
  private final Path home;
  private final Path parent;
  private final Set<Controller> controllers;

  /**
   * Reads which ancestor to use.
   *
   * @param home the group of this process, {@code mount} or below it
   */
  CgroupsV2(Path mount, Path home, Set<Controller> controllers) throws IOException {
    this.mount = mount;
    this.home = home;
    this.controllers = Set.copyOf(controllers);
    this.parent = findParent();
  }

  @Override
  public String version() {
    return "cgroup v2";
  }

  @Override
  public Set<Controller> controllers() {
    return controllers;
  }

  @Override
  public Path home(Controller controller) {
    return home;
  }

  @Override
  public Path parent(Controller controller) {
    return parent;
  }

  @Override
  public Path mount(Controller controller) {
    return mount;
  }

  @Override
  public Optional<String> cpus() throws IOException {
    Path file = parent.resolve("cpuset.cpus.effective");
    return Files.exists(file) ? Optional.of(Files.readString(file).trim()) : Optional.empty();
  }

  @Override
  public void makeRoot(Controller controller, String root) throws IOException {
    enableForChildren(parent, controller);
    Path folder = parent.resolve(root);
    Files.createDirectories(folder);
    enableForChildren(folder, controller);
  }

  @Override
  public Path makeGroup(Controller controller, String root, String group) throws IOException {
    Path folder = parent.resolve(root).resolve(group);
    Files.createDirectories(folder);
    return folder;
  }

  @Override
  public void limit(Controller controller, Path group, GroupLimits limits) throws IOException {
    switch (controller) {
      case CPU_SET -> write(group, "cpuset.cpus", limits.cpus().orElseThrow());
      case CPU_SHARES -> {
        if (!limits.yields() || !Cgroups.makeYield(group)) {
          write(group, "cpu.weight", Integer.toString(weight(limits.cpuShares())));
        }
        if (limits.cpuQuota().isPresent()) {
          long quota = Cgroups.quotaMicros(limits.cpuQuota().getAsInt());
          write(group, "cpu.max", quota + " " + QUOTA_PERIOD_MICROS);
        }
      }
      case MEMORY -> limitMemory(group, limits);
      case DISK -> {
        for (Map.Entry<BlockDevice, DiskLimits> disk : limits.disks().entrySet()) {
          DiskLimits most = disk.getValue();
          write(
              group,
              "io.max",
              "%s rbps=%d wbps=%d riops=%d"
                  .formatted(
                      disk.getKey(),
                      most.readBytesPerSecond(),
                      most.writtenBytesPerSecond(),
                      most.readsPerSecond()));
        }
      }
    }
  }

  /** Does nothing: the kernel charges written pages to the group that made them dirty. */
  @Override
  public void limitWriteback(BlockDevice device, long bytesPerSecond) {}

  @Override
  public List<BlockDevice> writebackLimits() {
    return List.of();
  }

  private static int weight(int shares) {
    return Math.max(1, Math.min(10_000, shares * USUAL_WEIGHT / USUAL_SHARES));
  }

  private static void limitMemory(Path group, GroupLimits limits) throws IOException {
    write(group, "memory.max", Long.toString(limits.memory().orElseThrow()));
    if (Files.exists(group.resolve("memory.swap.max"))) { // not without a swap device
      // Otherwise the JVM's memory would be swapped out for the page cache.
      write(group, "memory.swap.max", "0");
    }
  }

  private Path findParent() throws IOException {
    List<String> wanted = controllers.stream().map(Controller::nameV2).toList();
    for (Path at = home; !at.equals(mount); at = at.getParent()) {
      if (!at.equals(home) && enabledForChildren(at).containsAll(wanted)) {
        return at;
      }
    }
    return mount;
  }

  private static void enableForChildren(Path folder, Controller controller) throws IOException {
    if (!enabledForChildren(folder).contains(controller.nameV2())) {
      write(folder, HANDED_ON, "+" + controller.nameV2());
    }
  }

  private static List<String> enabledForChildren(Path folder) throws IOException {
    Path file = folder.resolve(HANDED_ON);
    return Files.exists(file) ? words(Files.readString(file)).toList() : List.of();
  }

  /** The words of a list of controllers. */
  static Stream<String> words(String list) {
    return Stream.of(list.trim().split("\\s+", -1));
  }

  private static void write(Path group, String file, String value) throws IOException {
    Files.writeString(group.resolve(file), value);
  }
}
