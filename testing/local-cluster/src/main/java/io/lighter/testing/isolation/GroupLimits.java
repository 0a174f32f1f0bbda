// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The limits of one group.
 *
 * @param cpus CPUs as the kernel lists them, such as {@code 0-2,5}; any if empty
 * @param cpuShares weight against the other groups on the same CPUs; 1024 is usual
 * @param yields whether the group runs on idle CPUs only, if the kernel supports this
 * @param cpuQuota percent of one CPU, at least 1; unlimited if empty
 * @param memory bytes, page cache included; unlimited if empty
 * @param disks requests and bytes per second by disk, the first disk first; unlimited if empty
 */
record GroupLimits(
    Optional<String> cpus,
    int cpuShares,
    boolean yields,
    OptionalInt cpuQuota,
    OptionalLong memory,
    Map<BlockDevice, DiskLimits> disks) {

  /** Copies the map. */
  GroupLimits {
    disks = Collections.unmodifiableMap(new LinkedHashMap<>(disks));
  }

  /** The same limits of each of these disks. */
  static Map<BlockDevice, DiskLimits> each(List<BlockDevice> devices, DiskLimits limits) {
    Map<BlockDevice, DiskLimits> disks = new LinkedHashMap<>();
    devices.forEach(device -> disks.put(device, limits));
    return disks;
  }

  /** Whether there are limits for {@code controller}. */
  boolean concern(Controller controller) {
    return switch (controller) {
      case CPU_SET -> cpus.isPresent();
      case CPU_SHARES -> true;
      case MEMORY -> memory.isPresent();
      case DISK -> !disks.isEmpty();
    };
  }
}
