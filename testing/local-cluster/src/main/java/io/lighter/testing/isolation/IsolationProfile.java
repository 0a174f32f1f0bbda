// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.time.Duration;
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
 * @param cpuQuota percent of one CPU by role, an upper bound also on idle CPUs; unlimited if absent
 * @param disk disk limits of each data node; unlimited if empty
 * @param ownDisks whether each data node has a loop device of its own; otherwise all data nodes
 *     share the device of the cluster's folder
 * @param typedDisks limits of the loop devices of each data node's volumes, by storage type; none
 *     if empty
 * @param pageCache bytes of each data node; unlimited if empty
 * @param objectStore speed of the object store that has the store files; they are on HDFS if empty
 * @param networkBitsPerSecond rate of the shared link; unlimited if empty
 * @param speed speed of disk and network relative to the paper's nodes, above 0 and up to 1;
 *     clients scale their default rates by it
 * @param regionServersAsCompactionServers whether further region servers take the place of
 *     compaction servers: their CPUs, up to their quota, but with the weight of a region server,
 *     because reads wait for it
 */
public record IsolationProfile(
    String name,
    boolean pinned,
    Map<String, Integer> cpuShares,
    Set<String> yielding,
    Map<String, Integer> cpuQuota,
    Optional<DiskLimits> disk,
    boolean ownDisks,
    Map<String, DiskLimits> typedDisks,
    OptionalLong pageCache,
    Optional<ObjectStoreLimits> objectStore,
    OptionalLong networkBitsPerSecond,
    double speed,
    boolean regionServersAsCompactionServers) {

  /** The role of region servers. */
  public static final String REGION_SERVER = "region-server";

  /** The role of HDFS data nodes as separate processes. */
  public static final String DATA_NODE = "data-node";

  /** The role of compaction servers. */
  public static final String COMPACTION_SERVER = "compaction-server";

  /** The role of load generators and measuring processes, including this JVM. */
  public static final String CLIENTS = "clients";

  /** A disk of 7200 rpm. */
  private static final long READS_PER_SECOND = 120;

  private static final long DISK_BYTES = 100_000_000;
  private static final long NETWORK_BITS = 1_000_000_000;

  /** No isolation. */
  public static final IsolationProfile NONE = new Builder("none").build();

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
      new Builder("ssd").pinned(SHARES).yielding(YIELDING).build();

  /**
   * The nodes of the paper: a disk of 7200 rpm each, 1 Gb/s of network, and so little page cache
   * that block-cache misses go to the disk.
   */
  public static final IsolationProfile PAPER_NODE =
      new Builder("paper-node")
          .pinned(SHARES)
          .yielding(YIELDING)
          .paperMachine(1)
          .ownDisks()
          .pageCacheMib(256)
          .build();

  /**
   * The nodes of the paper at a quarter of their speed, so that two CPUs are not the bottleneck. A
   * compaction server has a quota, because a yielding one also waits for clients' CPU.
   */
  public static final IsolationProfile PAPER_NODE_SLOW =
      new Builder("paper-node-slow")
          .pinned(SHARES)
          .cpuQuota(Map.of(COMPACTION_SERVER, 50))
          .paperMachine(0.25)
          .ownDisks()
          .pageCacheMib(256)
          .build();

  /** The worst case: one disk for everything, and hardly any page cache. */
  public static final IsolationProfile ONE_DISK =
      new Builder("one-disk")
          .pinned(SHARES)
          .yielding(YIELDING)
          .paperMachine(1)
          .pageCacheMib(64)
          .build();

  /** Storage type of the fast volume, which region servers may use for a file of their own. */
  public static final String FAST_VOLUME = "SSD";

  private static final long TIER_BYTES = 16_000_000;
  private static final long FAST_READ_BYTES = 100_000_000;
  private static final long LOG_BYTES = 100_000_000;

  /**
   * Fast and slow disks of one data node: 15 times as many reads a second, as in the paper of the
   * tiered engine. Both write as many bytes a second, so few that two CPUs are not the bottleneck.
   * The fast one reads so many that its reads a second are the limit, of 8 KB blocks with their
   * checksums and the read-ahead. HBase's log has a volume of its own, of the type ARCHIVE.
   */
  public static final IsolationProfile TIERS =
      new Builder("tiers")
          .pinned(SHARES)
          .yielding(YIELDING)
          .typedDisks(
              Map.of(
                  FAST_VOLUME,
                  new DiskLimits(3_000, FAST_READ_BYTES, TIER_BYTES),
                  "DISK",
                  new DiskLimits(200, TIER_BYTES),
                  "ARCHIVE",
                  new DiskLimits(200, LOG_BYTES)))
          .pageCacheMib(64)
          .build();

  /** The role of the S3 server. */
  public static final String S3_SERVER = "s3-server";

  private static final Duration FIRST_BYTE = Duration.ofMillis(20);
  private static final long STREAM_BYTES = 50_000_000;

  /**
   * Store files in an object store, whose first byte comes after 20 ms and each stream at 50 MB/s;
   * HBase's log is on HDFS, without limits.
   */
  public static final IsolationProfile OBJECT_STORE =
      new Builder("object-store")
          .pinned(Map.of(CLIENTS, 2048, S3_SERVER, 2048, COMPACTION_SERVER, 128))
          .yielding(YIELDING)
          .objectStore(new ObjectStoreLimits(FIRST_BYTE, STREAM_BYTES))
          .build();

  private static final List<IsolationProfile> ALL =
      List.of(NONE, SSD, PAPER_NODE, PAPER_NODE_SLOW, ONE_DISK, TIERS, OBJECT_STORE);

  /** Copies the maps and the set. */
  public IsolationProfile {
    if (!(speed > 0 && speed <= 1)) {
      throw new IllegalArgumentException("speed %s: expected above 0, up to 1".formatted(speed));
    }
    if (ownDisks && disk.isEmpty()) {
      throw new IllegalArgumentException("disks of their own need limits");
    }
    if (!typedDisks.isEmpty() && disk.isPresent()) {
      throw new IllegalArgumentException("disks of storage types have limits of their own");
    }
    cpuShares = Map.copyOf(cpuShares);
    yielding = Set.copyOf(yielding);
    cpuQuota = Map.copyOf(cpuQuota);
    typedDisks = Map.copyOf(typedDisks);
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
    return limitsDisks() || pageCache.isPresent();
  }

  /** Whether disks have limits. */
  public boolean limitsDisks() {
    return disk.isPresent() || !typedDisks.isEmpty();
  }

  /** Whether the profile has limits for processes, apart from the network. */
  boolean limitsProcesses() {
    return pinned || wantsDataNodesApart();
  }

  /** This profile without a shaped network. */
  public IsolationProfile withoutNetwork() {
    return new Builder(this).withoutNetwork().build();
  }

  /** This profile for a cluster with more region servers instead of compaction servers. */
  public IsolationProfile withRegionServersAsCompactionServers() {
    return new Builder(this).regionServersAsCompactionServers().build();
  }

  /** Whether a member has the CPUs of compaction servers. */
  boolean isOnCompactionServer(Member member) {
    return member.role().equals(COMPACTION_SERVER)
        || (regionServersAsCompactionServers
            && member.role().equals(REGION_SERVER)
            && member.number() > 1);
  }

  /** Builder of profiles, at first without any isolation; not thread-safe. */
  private static final class Builder {
    private final String name;
    private boolean pinned;
    private Map<String, Integer> cpuShares = Map.of();
    private Set<String> yielding = Set.of();
    private Map<String, Integer> cpuQuota = Map.of();
    private Optional<DiskLimits> disk = Optional.empty();
    private boolean ownDisks;
    private Map<String, DiskLimits> typedDisks = Map.of();
    private OptionalLong pageCache = OptionalLong.empty();
    private Optional<ObjectStoreLimits> objectStore = Optional.empty();
    private OptionalLong networkBitsPerSecond = OptionalLong.empty();
    private double speed = 1;
    private boolean regionServersAsCompactionServers;

    Builder(String name) {
      this.name = name;
    }

    /** Starts with all of a profile. */
    Builder(IsolationProfile same) {
      this(same.name);
      pinned = same.pinned;
      cpuShares = same.cpuShares;
      yielding = same.yielding;
      cpuQuota = same.cpuQuota;
      disk = same.disk;
      ownDisks = same.ownDisks;
      typedDisks = same.typedDisks;
      pageCache = same.pageCache;
      objectStore = same.objectStore;
      networkBitsPerSecond = same.networkBitsPerSecond;
      speed = same.speed;
      regionServersAsCompactionServers = same.regionServersAsCompactionServers;
    }

    /** Gives the region servers CPUs of their own, and the roles these weights on the others. */
    Builder pinned(Map<String, Integer> shares) {
      pinned = true;
      cpuShares = shares;
      return this;
    }

    Builder yielding(Set<String> roles) {
      yielding = roles;
      return this;
    }

    Builder cpuQuota(Map<String, Integer> percent) {
      cpuQuota = percent;
      return this;
    }

    /**
     * Sets disk and network of the paper's nodes.
     *
     * @param part of their speed, above 0 and up to 1
     */
    Builder paperMachine(double part) {
      disk =
          Optional.of(
              new DiskLimits(Math.round(READS_PER_SECOND * part), Math.round(DISK_BYTES * part)));
      networkBitsPerSecond = OptionalLong.of(Math.round(NETWORK_BITS * part));
      speed = part;
      return this;
    }

    Builder ownDisks() {
      ownDisks = true;
      return this;
    }

    Builder typedDisks(Map<String, DiskLimits> byType) {
      typedDisks = byType;
      return this;
    }

    Builder pageCacheMib(long mib) {
      pageCache = OptionalLong.of(mib << 20);
      return this;
    }

    Builder objectStore(ObjectStoreLimits limits) {
      objectStore = Optional.of(limits);
      return this;
    }

    Builder withoutNetwork() {
      networkBitsPerSecond = OptionalLong.empty();
      return this;
    }

    Builder regionServersAsCompactionServers() {
      regionServersAsCompactionServers = true;
      return this;
    }

    IsolationProfile build() {
      return new IsolationProfile(
          name,
          pinned,
          cpuShares,
          yielding,
          cpuQuota,
          disk,
          ownDisks,
          typedDisks,
          pageCache,
          objectStore,
          networkBitsPerSecond,
          speed,
          regionServersAsCompactionServers);
    }
  }
}
