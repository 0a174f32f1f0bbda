// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The isolation between processes and the emulated machine. Immutable.
 *
 * <p>Limits of disk and page cache apply to each HDFS data node, which alone reads relevant files;
 * the page cache belongs to the process that first touched a page. A profile with such limits
 * therefore needs data nodes as separate processes.
 *
 * @param name one of {@link #names()}
 * @param pinned whether the region servers have CPUs of their own
 * @param cpuShares weights by role; 1024 if absent
 * @param yielding roles that run on idle CPUs only and stop at once otherwise; by weight before
 *     Linux 5.15
 * @param disk disk limits of each data node; unlimited if empty
 * @param pageCache bytes of each data node; unlimited if empty
 * @param networkBitsPerSecond rate of the shared link; unlimited if empty
 */
public record IsolationProfile(
    String name,
    boolean pinned,
    Map<String, Integer> cpuShares,
    Set<String> yielding,
    Optional<DiskLimits> disk,
    OptionalLong pageCache,
    OptionalLong networkBitsPerSecond) {

  /** The role of region servers. */
  public static final String REGION_SERVER = "region-server";

  /** The role of HDFS data nodes as separate processes. */
  public static final String DATA_NODE = "data-node";

  /** The role of compaction servers. */
  public static final String COMPACTION_SERVER = "compaction-server";

  /** The role of load generators and measuring processes, including this JVM. */
  public static final String CLIENTS = "clients";

  /** No isolation. */
  public static final IsolationProfile NONE =
      new IsolationProfile(
          "none",
          false,
          Map.of(),
          Set.of(),
          Optional.empty(),
          OptionalLong.empty(),
          OptionalLong.empty());

  /**
   * Weights on the shared CPUs: measuring processes and those that reads wait for precede
   * compactions. A compaction server has its own machine in a cluster; here it gets the rest.
   */
  private static final Map<String, Integer> SHARES =
      Map.of(CLIENTS, 2048, DATA_NODE, 2048, COMPACTION_SERVER, 128);

  /**
   * With a weight alone, a compaction server would finish its slice of some milliseconds before a
   * waking client: several times the duration of a read.
   */
  private static final Set<String> YIELDING = Set.of(COMPACTION_SERVER);

  /** Distributes CPUs; leaves disk, page cache and network unlimited. */
  public static final IsolationProfile SSD =
      new IsolationProfile(
          "ssd",
          true,
          SHARES,
          YIELDING,
          Optional.empty(),
          OptionalLong.empty(),
          OptionalLong.empty());

  /**
   * The nodes of the paper: a disk of 7200 rpm, 1 Gb/s of network, and so little page cache that
   * block-cache misses go to the disk.
   */
  public static final IsolationProfile PAPER_NODE =
      new IsolationProfile(
          "paper-node",
          true,
          SHARES,
          YIELDING,
          Optional.of(new DiskLimits(120, 100_000_000)),
          OptionalLong.of(64L << 20),
          OptionalLong.of(1_000_000_000));

  private static final List<IsolationProfile> ALL = List.of(NONE, SSD, PAPER_NODE);

  /** Copies the map and the set. */
  public IsolationProfile {
    cpuShares = Map.copyOf(cpuShares);
    yielding = Set.copyOf(yielding);
  }

  /**
   * The profile of this name.
   *
   * @throws IllegalArgumentException naming the existing profiles
   */
  public static IsolationProfile named(String name) {
    return ALL.stream()
        .filter(profile -> profile.name.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no isolation profile '%s'; there are %s".formatted(name, names())));
  }

  /** All names, for help texts. */
  public static String names() {
    return ALL.stream().map(IsolationProfile::name).collect(Collectors.joining(", "));
  }

  /** Whether the data nodes must be separate processes. */
  public boolean wantsDataNodesApart() {
    return disk.isPresent() || pageCache.isPresent();
  }

  /** This profile without a shaped network. */
  public IsolationProfile withoutNetwork() {
    return new IsolationProfile(
        name, pinned, cpuShares, yielding, disk, pageCache, OptionalLong.empty());
  }
}
