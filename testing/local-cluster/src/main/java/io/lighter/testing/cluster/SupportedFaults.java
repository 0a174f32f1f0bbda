// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import io.lighter.testing.isolation.VirtualHosts;
import java.util.ArrayList;
import java.util.List;

/**
 * The faults, beyond signals, that can be injected into a cluster's processes.
 *
 * @param hosts each process is on {@linkplain VirtualHosts its own host}, which can be partitioned
 * @param clocks each process except region servers has its own clock, which can be set
 * @param disks each data node has its own small disk, which can be filled
 */
public record SupportedFaults(boolean hosts, boolean clocks, boolean disks) {
  /** Signals only. */
  public static final SupportedFaults NONE = new SupportedFaults(false, false, false);

  /** The faults that this JVM on this machine supports. */
  public static SupportedFaults here() {
    boolean isInside = VirtualHosts.isInside();
    return new SupportedFaults(isInside, FakeClocks.library().isPresent(), isInside);
  }

  /** The missing requirements of the other faults. */
  public List<String> missing() {
    List<String> missing = new ArrayList<>();
    if (!hosts || !disks) {
      missing.add("networks and disks of their own (needs Linux, root, unshare and ip)");
    }
    if (!clocks) {
      missing.add("clocks of their own (needs libfaketime)");
    }
    return missing;
  }
}
