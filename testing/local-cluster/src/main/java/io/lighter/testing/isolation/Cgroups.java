// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One of the kernel's two interfaces to control groups. Holds only mount points; all state is in
 * the kernel. Failed calls are not undone; folders are removed by name.
 */
interface Cgroups {
  /** File that moves a process whose id is written to it. */
  String PROCESSES = "cgroup.procs";

  /** File of the CPU controller in both versions, since Linux 5.15. */
  String IDLE = "cpu.idle";

  /** Period of CPU quotas in µs; the usual 100 ms would stop a process for as long. */
  long QUOTA_PERIOD_MICROS = 10_000;

  /** Version, such as {@code cgroup v1}. */
  String version();

  /** Controllers that this host offers here; permissions show on first use. */
  Set<Controller> controllers();

  /** Group in which this process was started. */
  Path home(Controller controller);

  /** Folder for Lighter's folders. */
  Path parent(Controller controller);

  /** The mount point. */
  Path mount(Controller controller);

  /** CPUs available to Lighter's groups, as the kernel lists them. */
  Optional<String> cpus() throws IOException;

  /** Creates the folder {@code root} for the groups, unless it exists. */
  void makeRoot(Controller controller, String root) throws IOException;

  /** Creates a group in {@code root} without limits and processes, unless it exists. */
  Path makeGroup(Controller controller, String root, String group) throws IOException;

  /** Sets the limits of {@code controller}. */
  void limit(Controller controller, Path group, GroupLimits limits) throws IOException;

  /** Microseconds of CPU time in each period of {@link #QUOTA_PERIOD_MICROS}. */
  static long quotaMicros(int percentOfOneCpu) {
    return QUOTA_PERIOD_MICROS * percentOfOneCpu / 100;
  }

  /**
   * Limits the kernel's own writes to a device, which are written back for no process, if this
   * version charges them to no group.
   *
   * @param bytesPerSecond 0 for no limit
   */
  void limitWriteback(BlockDevice device, long bytesPerSecond) throws IOException;

  /** The devices with a limit of {@link #limitWriteback}, set by any process. */
  List<BlockDevice> writebackLimits() throws IOException;

  /** Lets a group run only on idle CPUs; false if the kernel does not support this. */
  static boolean makeYield(Path group) throws IOException {
    Path file = group.resolve(IDLE);
    boolean can = Files.exists(file);
    if (can) {
      Files.writeString(file, "1");
    }
    return can;
  }

  /** Whether {@link #makeYield} is in force. */
  static boolean yields(Path group) throws IOException {
    Path file = group.resolve(IDLE);
    return Files.exists(file) && Files.readString(file).trim().equals("1");
  }
}
