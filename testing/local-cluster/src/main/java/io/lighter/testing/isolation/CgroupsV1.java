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

/** cgroup v1: each controller has its own mounted hierarchy. */
final class CgroupsV1 implements Cgroups {
  /**
   * A mounted controller.
   *
   * @param mount its mount point
   * @param home the group of this process
   */
  record Hierarchy(Path mount, Path home) {}

  private static final String WRITE_LIMIT = "blkio.throttle.write_bps_device";

  private final Map<Controller, Hierarchy> hierarchies;

  CgroupsV1(Map<Controller, Hierarchy> hierarchies) {
    this.hierarchies = Map.copyOf(hierarchies);
  }

  @Override
  public String version() {
    return "cgroup v1";
  }

  @Override
  public Set<Controller> controllers() {
    return hierarchies.keySet();
  }

  @Override
  public Path home(Controller controller) {
    return hierarchies.get(controller).home();
  }

  @Override
  public Path parent(Controller controller) {
    return home(controller);
  }

  @Override
  public Path mount(Controller controller) {
    return hierarchies.get(controller).mount();
  }

  @Override
  public Optional<String> cpus() throws IOException {
    return controllers().contains(Controller.CPU_SET)
        ? Optional.of(effective(home(Controller.CPU_SET), "cpus"))
        : Optional.empty();
  }

  @Override
  public void makeRoot(Controller controller, String root) throws IOException {
    Path folder = parent(controller).resolve(root);
    Files.createDirectories(folder);
    if (controller == Controller.CPU_SET) {
      inheritCpuSet(folder);
    }
  }

  @Override
  public Path makeGroup(Controller controller, String root, String group) throws IOException {
    Path folder = parent(controller).resolve(root).resolve(group);
    Files.createDirectories(folder);
    if (controller == Controller.CPU_SET) {
      inheritCpuSet(folder);
    }
    return folder;
  }

  @Override
  public void limit(Controller controller, Path group, GroupLimits limits) throws IOException {
    switch (controller) {
      case CPU_SET -> write(group, "cpuset.cpus", limits.cpus().orElseThrow());
      case CPU_SHARES -> {
        if (!limits.yields() || !Cgroups.makeYield(group)) {
          write(group, "cpu.shares", limits.cpuShares());
        }
        if (limits.cpuQuota().isPresent()) {
          write(group, "cpu.cfs_period_us", QUOTA_PERIOD_MICROS);
          write(group, "cpu.cfs_quota_us", Cgroups.quotaMicros(limits.cpuQuota().getAsInt()));
        }
      }
      case MEMORY -> {
        write(group, "memory.limit_in_bytes", limits.memory().orElseThrow());
        // Otherwise the JVM's memory would be swapped out for the page cache.
        write(group, "memory.swappiness", 0);
      }
      case DISK -> {
        for (Map.Entry<BlockDevice, DiskLimits> disk : limits.disks().entrySet()) {
          limitDisk(group, disk.getValue(), disk.getKey());
        }
      }
    }
  }

  /** The kernel's writers belong to the root group. */
  @Override
  public void limitWriteback(BlockDevice device, long bytesPerSecond) throws IOException {
    write(mount(Controller.DISK), WRITE_LIMIT, device + " " + bytesPerSecond);
  }

  @Override
  public List<BlockDevice> writebackLimits() throws IOException {
    Path limits = mount(Controller.DISK).resolve(WRITE_LIMIT);
    return Files.exists(limits)
        ? Files.readAllLines(limits).stream()
            .map(line -> BlockDevice.parse(line.substring(0, line.indexOf(' '))))
            .toList()
        : List.of();
  }

  /**
   * Copies CPUs and memory nodes, because a new CPU set is empty and accepts no process without
   * both.
   */
  private static void inheritCpuSet(Path folder) throws IOException {
    write(folder, "cpuset.mems", effective(folder.getParent(), "mems"));
    write(folder, "cpuset.cpus", effective(folder.getParent(), "cpus"));
  }

  private static String effective(Path folder, String what) throws IOException {
    Path effective = folder.resolve("cpuset.effective_" + what); // not in old kernels
    Path file = Files.exists(effective) ? effective : folder.resolve("cpuset." + what);
    return Files.readString(file).trim();
  }

  private static void limitDisk(Path group, DiskLimits disk, BlockDevice device)
      throws IOException {
    write(group, "blkio.throttle.read_iops_device", device + " " + disk.readsPerSecond());
    write(group, "blkio.throttle.read_bps_device", device + " " + disk.readBytesPerSecond());
    write(group, WRITE_LIMIT, device + " " + disk.writtenBytesPerSecond());
  }

  private static void write(Path group, String file, Object value) throws IOException {
    Files.writeString(group.resolve(file), value.toString());
  }
}
