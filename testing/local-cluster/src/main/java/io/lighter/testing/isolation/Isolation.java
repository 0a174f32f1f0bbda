// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies a profile as far as this machine permits. Without a permission, commands stay unchanged
 * and {@link #report} names the missing limits.
 *
 * <p>{@link #close} removes the groups; call it after the end of their processes. Thread-safe.
 */
public final class Isolation implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Isolation.class);
  private static final int USUAL_SHARES = 1024;
  private static final int DATA_NODES = 3;
  private static final String USUAL_COLLECTOR = "-XX:+UseG1GC";
  private static final String LOG_FOLDER = "wal";

  private final IsolationProfile profile;
  private final boolean networkIsMissing;
  private final Optional<CpuPlan> cpuPlan;
  private final Object lock = new Object();

  // All fields below are guarded by lock.
  private final ControlGroups groups;
  private final DataNodeDisks disks;
  private final Map<String, Placement> placed = new LinkedHashMap<>();
  private final Map<String, Path> logVolumes = new LinkedHashMap<>();
  private String network;
  private boolean closed;

  /** Requested limits of a group, and the controllers in force. */
  private record Placement(GroupLimits limits, Set<Controller> inForce) {}

  private Isolation(IsolationProfile profile, Path data, int regionServers, IsolationHost host) {
    this.profile = profile;
    this.groups = new ControlGroups(host);
    this.disks = new DataNodeDisks(profile, data, host);
    if (isOn()) {
      groups.removeThoseOfTheDead();
      disks.removeThoseOfTheDead().forEach(groups::freeWriteback);
      disks.unused(groups.writebackLimits()).forEach(groups::freeWriteback);
    }
    this.cpuPlan =
        profile.pinned()
            ? groups
                .cpus()
                .flatMap(
                    cpus ->
                        CpuPlan.of(
                            cpus, profile.regionServersAsCompactionServers() ? 1 : regionServers))
            : Optional.empty();
    Optional<String> shaped = ShapedLoopback.inForce();
    this.network = shaped.orElse("not shaped");
    this.networkIsMissing = profile.networkBitsPerSecond().isPresent() && shaped.isEmpty();
  }

  /**
   * Examines this machine. The only change before the first process is placed is the removal of
   * groups and disks of ended processes.
   *
   * @param data a folder on the disk to limit
   * @param regionServers number of region servers that share their CPUs
   */
  public static Isolation open(IsolationProfile profile, Path data, int regionServers) {
    return open(profile, data, regionServers, IsolationHost.thisOne());
  }

  static Isolation open(
      IsolationProfile profile, Path data, int regionServers, IsolationHost host) {
    return new Isolation(profile, data, regionServers, host);
  }

  /**
   * The number of data nodes for the profile: three if each can have a loop device of its own,
   * otherwise one. Tries a device in the system's temporary folder.
   */
  public static int dataNodes(IsolationProfile profile) {
    Path parent = Path.of(System.getProperty("java.io.tmpdir"));
    return profile.ownDisks() && LoopDisks.refusal(IsolationHost.thisOne(), parent).isEmpty()
        ? DATA_NODES
        : 1;
  }

  /**
   * Mounts a disk of its own at the folder of a data node if the profile wants and the host permits
   * it; call it before the first {@link #wrap}. The data on the disk are lost at {@link #close}.
   *
   * @param folder an empty folder, or one that does not exist
   */
  public void giveDisk(Member dataNode, Path folder) {
    synchronized (lock) {
      if (!closed) {
        disks.give(dataNode.group(), folder).ifPresent(this::limitWriteback);
      }
    }
  }

  /**
   * Gives a data node a volume for HBase's log, after {@link #giveDisk} and before the first {@link
   * #wrap}: a second disk with the limits of the first one, or a folder of the first one, which
   * {@link #report} then says. A later call has the same result.
   *
   * @param data folder of {@link #giveDisk}
   * @return folder of the volume
   */
  public Path giveLogVolume(Member dataNode, Path data) {
    synchronized (lock) {
      String group = dataNode.group();
      if (!closed && !logVolumes.containsKey(group)) {
        Path second = data.resolveSibling(DataNodeDisks.logOf(data.getFileName().toString()));
        Optional<BlockDevice> disk = disks.giveSecond(group, second);
        disk.ifPresent(this::limitWriteback);
        // Beside the data's folder, the volume would be on an unlimited disk.
        logVolumes.put(group, disk.isPresent() ? second : data.resolve(LOG_FOLDER));
      }
      return logVolumes.getOrDefault(group, data.resolve(LOG_FOLDER));
    }
  }

  /**
   * Gives each data node its own link if the network is shaped, because on a cluster its traffic
   * does not pass the clients' link.
   *
   * @param addresses host and port of each data node after the start
   */
  public void linkDataNodes(Collection<String> addresses) {
    synchronized (lock) {
      if (profile.networkBitsPerSecond().isEmpty() || networkIsMissing) {
        return;
      }
      try {
        ShapedLoopback.giveOwnLinks(addresses.stream().map(Isolation::port).sorted().toList());
        network += "; each data node has such a link of its own, in each direction";
      } catch (IOException e) {
        LOG.debug("no links for data nodes", e);
        network += "; data nodes share it, too: " + e.getMessage();
      }
    }
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }

  /** The requested profile. */
  public IsolationProfile profile() {
    return profile;
  }

  /**
   * A command line that runs {@code command} as {@code member} from its first instruction on, under
   * the same pid. A member may be started again.
   */
  public List<String> wrap(Member member, List<String> command) {
    synchronized (lock) {
      if (!isOn() || closed) {
        return List.copyOf(command);
      }
      place(member.group(), limitsOf(member));
      return groups.wrap(member.group(), command);
    }
  }

  /** A command line that runs a client, such as a load generator, in the clients' group. */
  public List<String> wrapClient(List<String> command) {
    synchronized (lock) {
      if (!isOn() || closed) {
        return List.copyOf(command);
      }
      placeClients();
      return groups.wrap(IsolationProfile.CLIENTS, command);
    }
  }

  /**
   * Moves this JVM to the clients' group until {@link #close}, together with processes that it
   * starts later.
   */
  public void enterClients() {
    synchronized (lock) {
      if (isOn() && !closed) {
        placeClients();
        groups.enter(IsolationProfile.CLIENTS);
      }
    }
  }

  /** JVM options that a member needs in addition to the {@code given} ones. */
  public List<String> jvmOptions(Member member, List<String> given) {
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

  /** The disk accounting of the groups placed so far; empty without a controller of disks. */
  public List<DiskAccounting> diskAccounting() {
    synchronized (lock) {
      List<DiskAccounting> accounting = new ArrayList<>();
      placed.forEach(
          (name, placement) ->
              groups
                  .folder(Controller.DISK, name)
                  .ifPresent(folder -> accounting.addAll(accounting(name, folder, placement))));
      return accounting;
    }
  }

  private static List<DiskAccounting> accounting(String name, Path folder, Placement placement) {
    if (!placement.inForce().contains(Controller.DISK)) {
      return List.of(new DiskAccounting(name, folder, Optional.empty(), Optional.empty()));
    }
    List<DiskAccounting> accounting = new ArrayList<>();
    for (BlockDevice device : placement.limits().devices()) {
      accounting.add(
          new DiskAccounting(
              accounting.isEmpty() ? name : DataNodeDisks.logOf(name),
              folder,
              Optional.of(device.toString()),
              placement.limits().disk()));
    }
    return accounting;
  }

  /** The isolation in force; complete once all processes are placed. Available after close, too. */
  public IsolationReport report() {
    synchronized (lock) {
      List<IsolationReport.Group> reported = new ArrayList<>();
      placed.forEach((name, placement) -> reported.add(reported(name, placement)));
      return new IsolationReport(
          profile.name(), groups.describe(), reported, network, missing(), remarks());
    }
  }

  /** Moves this JVM back, and removes the groups and disks. Idempotent. */
  @Override
  public void close() {
    synchronized (lock) {
      if (!closed) {
        closed = true;
        groups.freeWriteback();
        groups.remove();
        disks.close();
      }
    }
  }

  private void limitWriteback(BlockDevice device) {
    try {
      groups.limitWriteback(device, profile.disk().orElseThrow().bytesPerSecond());
    } catch (IOException e) {
      LOG.debug("the kernel's writes are not limited device={}", device, e);
      disks.writebackIsRefused(e.getMessage());
    }
  }

  private boolean isOn() {
    return profile.pinned() || profile.wantsDataNodesApart();
  }

  private void placeClients() {
    if (!placed.containsKey(IsolationProfile.CLIENTS)) {
      place(
          IsolationProfile.CLIENTS,
          new GroupLimits(
              cpuPlan.map(CpuPlan::ofOthers),
              shares(IsolationProfile.CLIENTS),
              profile.yielding().contains(IsolationProfile.CLIENTS),
              quota(IsolationProfile.CLIENTS),
              OptionalLong.empty(),
              Optional.empty(),
              List.of()));
    }
  }

  private void place(String group, GroupLimits limits) {
    placed.put(group, new Placement(limits, groups.make(group, limits)));
  }

  private GroupLimits limitsOf(Member member) {
    String role = member.role();
    boolean isDataNode = role.equals(IsolationProfile.DATA_NODE);
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
        isDataNode ? profile.disk() : Optional.empty(),
        disks.devicesOf(member.group()));
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

  private IsolationReport.Group reported(String name, Placement placement) {
    GroupLimits limits = placement.limits();
    Set<Controller> holds = new LinkedHashSet<>(placement.inForce());
    holds.removeAll(groups.failures().keySet());
    return new IsolationReport.Group(
        name,
        holds.contains(Controller.CPU_SET) ? limits.cpus().orElse("") : "",
        holds.contains(Controller.CPU_SHARES) ? limits.cpuShares() : 0,
        holds.contains(Controller.CPU_SHARES) && groups.yields(name),
        holds.contains(Controller.CPU_SHARES) ? limits.cpuQuota().orElse(0) : 0,
        holds.contains(Controller.MEMORY) ? limits.memory().orElse(0) : 0,
        holds.contains(Controller.DISK)
            ? limits.disk().orElseThrow() + " of " + named(limits.devices())
            : "");
  }

  private static String named(List<BlockDevice> devices) {
    String names = String.join(", ", devices.stream().map(BlockDevice::toString).toList());
    return devices.size() > 1 ? "each of " + names : names;
  }

  /** One line for each reason. */
  private List<String> missing() {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (Controller controller : Controller.values()) {
      if (isWanted(controller)) {
        String reason = groups.failures().get(controller);
        if (reason == null) {
          reason = otherReason(controller);
        }
        if (!reason.isEmpty()) {
          byReason.computeIfAbsent(reason, r -> new ArrayList<>()).add(controller.label());
        }
      }
    }
    List<String> missing = new ArrayList<>();
    byReason.forEach((why, labels) -> missing.add(String.join(", ", labels) + ": " + why));
    missing.addAll(disks.missing());
    if (networkIsMissing) {
      missing.add("network of %s: %s".formatted(profile.name(), ShapedLoopback.whyNot()));
    }
    return missing;
  }

  private String otherReason(Controller controller) {
    return switch (controller) {
      case CPU_SET -> cpuPlan.isPresent() ? "" : "this host has only one CPU for us";
      case DISK -> disks.canBeLimited() ? "" : "the data is not on a block device of its own";
      case CPU_SHARES, MEMORY -> "";
    };
  }

  private boolean isWanted(Controller controller) {
    return switch (controller) {
      case CPU_SET, CPU_SHARES -> profile.pinned();
      case MEMORY -> profile.pageCache().isPresent();
      case DISK -> profile.disk().isPresent();
    };
  }

  private List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    if (cpuPlan.isPresent() && !groups.failures().containsKey(Controller.CPU_SET)) {
      remarks.add(
          "%s on CPU %s; everything else shares CPU %s, in every strategy"
              .formatted(
                  profile.regionServersAsCompactionServers()
                      ? "the first region server runs"
                      : "region servers run",
                  cpuPlan.get().ofRegionServers(),
                  cpuPlan.get().ofOthers()));
    }
    remarks.addAll(disks.remarks());
    return remarks;
  }
}
