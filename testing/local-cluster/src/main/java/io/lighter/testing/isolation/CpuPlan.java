// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The distribution of CPUs: exclusive ones for region servers, shared ones for all other processes.
 * The distribution is the same in every experiment.
 *
 * <p>Each region server has one CPU as long as one is left for the others; further region servers
 * share those. Of two CPUs the first is the region servers', and the second is shared.
 */
record CpuPlan(List<Integer> regionServers, List<Integer> others) {
  /** Copies the lists. */
  CpuPlan {
    regionServers = List.copyOf(regionServers);
    others = List.copyOf(others);
  }

  /**
   * Distributes {@code cpus}; empty if there are fewer than two.
   *
   * @param cpus as the kernel lists them, such as {@code 0-2,5}
   */
  static Optional<CpuPlan> of(String cpus, int regionServers) {
    List<Integer> all = parse(cpus);
    int dedicated = Math.min(regionServers, all.size() - 1);
    return dedicated < 1
        ? Optional.empty()
        : Optional.of(new CpuPlan(all.subList(0, dedicated), all.subList(dedicated, all.size())));
  }

  /** The CPUs of the {@code number}-th region server, from 1. */
  String ofRegionServer(int number) {
    return Integer.toString(regionServers.get((number - 1) % regionServers.size()));
  }

  /** The CPUs of all region servers together. */
  String ofRegionServers() {
    return join(regionServers);
  }

  /** The CPUs of all other processes. */
  String ofOthers() {
    return join(others);
  }

  private static String join(List<Integer> cpus) {
    return cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private static List<Integer> parse(String cpus) {
    List<Integer> numbers = new ArrayList<>();
    for (String range : cpus.trim().split(",", -1)) {
      int dash = range.indexOf('-');
      int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
      int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
      for (int cpu = first; cpu <= last; cpu++) {
        numbers.add(cpu);
      }
    }
    return numbers;
  }
}
