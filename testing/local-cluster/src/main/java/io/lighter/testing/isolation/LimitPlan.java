// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The limits that a profile has for each process on the CPUs of this host, whether or not they can
 * be set. Immutable.
 */
final class LimitPlan {
  private static final int USUAL_SHARES = 1024;
  private static final String USUAL_COLLECTOR = "-XX:+UseG1GC";

  private final IsolationProfile profile;
  private final Optional<CpuPlan> cpuPlan;

  /**
   * Distributes the CPUs.
   *
   * @param cpus CPUs as the kernel lists them; empty if no process is pinned to any
   * @param regionServers number of region servers that share their CPUs
   */
  LimitPlan(IsolationProfile profile, Optional<String> cpus, int regionServers) {
    this.profile = profile;
    int pinned = profile.regionServersAsCompactionServers() ? 1 : regionServers;
    this.cpuPlan = cpus.flatMap(all -> CpuPlan.of(all, pinned));
  }

  /**
   * The limits of a member of the cluster.
   *
   * @param disks the disks to limit
   */
  GroupLimits of(Member member, Map<BlockDevice, DiskLimits> disks) {
    String role = member.role();
    boolean isOnCompactionServer = profile.isOnCompactionServer(member);
    boolean hasOwnCpu = role.equals(IsolationProfile.REGION_SERVER) && !isOnCompactionServer;
    long heap = MemoryBudget.parse(member.heap());
    return new GroupLimits(
        cpuPlan.map(p -> hasOwnCpu ? p.ofRegionServer(member.number()) : p.ofOthers()),
        shares(role),
        profile.yielding().contains(role),
        quota(isOnCompactionServer ? IsolationProfile.COMPACTION_SERVER : role),
        isMemoryLimited(role)
            ? OptionalLong.of(MemoryBudget.limit(heap, profile.pageCache().getAsLong()))
            : OptionalLong.empty(),
        disks);
  }

  /** The limits of all clients together. */
  GroupLimits ofClients() {
    return new GroupLimits(
        cpuPlan.map(CpuPlan::ofOthers),
        shares(IsolationProfile.CLIENTS),
        profile.yielding().contains(IsolationProfile.CLIENTS),
        quota(IsolationProfile.CLIENTS),
        OptionalLong.empty(),
        Map.of());
  }

  /** JVM options that a member needs in addition to the {@code given} ones. */
  List<String> jvmOptions(Member member, List<String> given) {
    List<String> options = new ArrayList<>();
    if (profile.pinned() && given.stream().noneMatch(o -> o.matches("-XX:\\+Use\\w+GC"))) {
      options.add(USUAL_COLLECTOR); // with one CPU the JVM would choose the serial collector
    }
    if (isMemoryLimited(member.role())) {
      options.add("-Xms" + member.heap());
      options.add("-XX:+AlwaysPreTouch");
      options.add("-XX:MaxDirectMemorySize=" + MemoryBudget.DIRECT);
    }
    return options;
  }

  /**
   * Kinds of limits that the profile wants and this host does not have: one line for each reason.
   *
   * @param failures reasons for disabled controllers
   * @param disksCanBeLimited whether there is a device to limit
   */
  List<String> missing(Map<Controller, String> failures, boolean disksCanBeLimited) {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (Controller controller : Controller.values()) {
      if (isWanted(controller)) {
        String reason = failures.get(controller);
        if (reason == null) {
          reason = otherReason(controller, disksCanBeLimited);
        }
        if (!reason.isEmpty()) {
          byReason.computeIfAbsent(reason, r -> new ArrayList<>()).add(controller.label());
        }
      }
    }
    List<String> missing = new ArrayList<>();
    byReason.forEach((why, labels) -> missing.add(String.join(", ", labels) + ": " + why));
    return missing;
  }

  /** The distribution of CPUs in words; empty without one. */
  Optional<String> cpusInWords() {
    return cpuPlan.map(
        plan ->
            "%s on CPU %s; everything else shares CPU %s, in every strategy"
                .formatted(
                    profile.regionServersAsCompactionServers()
                        ? "the first region server runs"
                        : "region servers run",
                    plan.ofRegionServers(),
                    plan.ofOthers()));
  }

  private boolean isWanted(Controller controller) {
    return switch (controller) {
      case CPU_SET, CPU_SHARES -> profile.pinned();
      case MEMORY -> profile.pageCache().isPresent();
      case DISK -> profile.limitsDisks();
    };
  }

  private String otherReason(Controller controller, boolean disksCanBeLimited) {
    return switch (controller) {
      case CPU_SET -> cpuPlan.isPresent() ? "" : "this host has only one CPU for us";
      case DISK -> disksCanBeLimited ? "" : "the data is not on a block device of its own";
      case CPU_SHARES, MEMORY -> "";
    };
  }

  private boolean isMemoryLimited(String role) {
    return role.equals(IsolationProfile.DATA_NODE) && profile.pageCache().isPresent();
  }

  private int shares(String role) {
    return profile.cpuShares().getOrDefault(role, USUAL_SHARES);
  }

  private OptionalInt quota(String role) {
    Integer percent = profile.cpuQuota().get(role);
    return percent == null ? OptionalInt.empty() : OptionalInt.of(percent);
  }
}
