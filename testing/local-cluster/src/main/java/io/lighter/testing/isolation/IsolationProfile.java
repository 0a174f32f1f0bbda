package io.lighter.testing.isolation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How far processes are kept apart, and what machine is emulated. Immutable.
 *
 * <p>Disk and page cache are those of each HDFS data node: nobody else reads files that matter, and
 * the page cache belongs to the process that first touched a page. So a profile that limits either
 * wants the data nodes in processes of their own.
 *
 * @param name one of {@link #names()}
 * @param pinned whether the region servers have CPUs of their own
 * @param cpuShares weights by role where they are not 1024
 * @param yielding roles that run only when no other wants the CPU, and stop at once when one does;
 *     by their weight where the kernel cannot do that (before Linux 5.15)
 * @param disk the disk of each data node; as fast as it is if empty
 * @param pageCache bytes of each data node; unbounded if empty
 * @param networkBitsPerSecond the one link that all processes share; as fast as loopback if empty
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

  /** The role of HDFS data nodes in processes of their own. */
  public static final String DATA_NODE = "data-node";

  /** The role of compaction servers. */
  public static final String COMPACTION_SERVER = "compaction-server";

  /** The role of what loads and measures, this JVM among them. */
  public static final String CLIENTS = "clients";

  /** Nothing is done. */
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
   * On the shared CPUs: what measures, and what a read waits for, before what compacts. A
   * compaction server has a machine of its own in a cluster; here it gets what the clients leave.
   */
  private static final Map<String, Integer> SHARES =
      Map.of(CLIENTS, 2048, DATA_NODE, 2048, COMPACTION_SERVER, 128);

  /**
   * A weight alone would let a compaction server finish its slice, some milliseconds, before a
   * client that wakes up: several times what a read takes.
   */
  private static final Set<String> YIELDING = Set.of(COMPACTION_SERVER);

  /** CPUs are shared out; disk, page cache and network stay as they are. */
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
   * The nodes of the paper: a disk of 7200 rpm, so little page cache that what misses the block
   * cache goes to the disk, and 1 Gb/s of network.
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
   * @throws IllegalArgumentException naming those there are
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

  /** Whether the data nodes must be processes of their own. */
  public boolean wantsDataNodesApart() {
    return disk.isPresent() || pageCache.isPresent();
  }

  /** The same without a shaped network. */
  public IsolationProfile withoutNetwork() {
    return new IsolationProfile(
        name, pinned, cpuShares, yielding, disk, pageCache, OptionalLong.empty());
  }
}
