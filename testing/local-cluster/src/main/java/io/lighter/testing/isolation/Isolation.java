// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
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
  private static final int DATA_NODES = 3;
  private static final String LOG_FOLDER = "wal";

  private final IsolationProfile profile;
  private final LimitPlan plan;
  private final Object lock = new Object();

  // All fields below are guarded by lock.
  private final ControlGroups groups;
  private final PlacedGroups placed;
  private final DataNodeDisks disks;
  private final SharedLink link;

  /** Folder of the volume for HBase's log, by group of the data node. */
  private final Map<String, Path> logVolumes = new HashMap<>();

  private boolean closed;

  private Isolation(IsolationProfile profile, Path data, int regionServers, IsolationHost host) {
    this.profile = profile;
    this.groups = new ControlGroups(host);
    this.placed = new PlacedGroups(groups);
    this.disks = new DataNodeDisks(profile, data, host);
    this.link = new SharedLink(profile);
    if (profile.limitsProcesses()) {
      groups.removeThoseOfTheDead();
      disks.removeThoseOfTheDead().forEach(groups::freeWriteback);
      disks.unused(groups.writebackLimits()).forEach(groups::freeWriteback);
    }
    this.plan =
        new LimitPlan(profile, profile.pinned() ? groups.cpus() : Optional.empty(), regionServers);
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
        disks.give(dataNode.group(), folder).ifPresent(this::limitWritebackOfDisk);
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
        disk.ifPresent(this::limitWritebackOfDisk);
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
      link.linkDataNodes(addresses);
    }
  }

  /**
   * Mounts a disk at the volume of each storage type for which the profile has limits, as far as
   * the host permits it; call it before the first {@link #wrap}. A later call does nothing. The
   * data on the disks are lost at {@link #close}.
   *
   * @param volume folder of a volume by the name of its storage type
   */
  public void giveTypedDisks(Member dataNode, UnaryOperator<String> volume) {
    synchronized (lock) {
      if (closed || disks.hasTyped(dataNode.group())) {
        return;
      }
      profile.typedDisks().keySet().stream()
          .sorted()
          .forEach(
              type -> {
                DiskLimits limits = profile.typedDisks().get(type);
                disks
                    .giveTyped(dataNode.group(), type, Path.of(volume.apply(type)))
                    .ifPresent(device -> limitWriteback(device, limits));
              });
    }
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
      if (!isOn()) {
        return List.copyOf(command);
      }
      placed.place(member.group(), plan.of(member, disks.limitsOf(member)));
      return groups.wrap(member.group(), command);
    }
  }

  /** A command line that runs a client, such as a load generator, in the clients' group. */
  public List<String> wrapClient(List<String> command) {
    synchronized (lock) {
      if (!isOn()) {
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
      if (isOn()) {
        placeClients();
        groups.enter(IsolationProfile.CLIENTS);
      }
    }
  }

  /** JVM options that a member needs in addition to the {@code given} ones. */
  public List<String> jvmOptions(Member member, List<String> given) {
    return plan.jvmOptions(member, given);
  }

  /** The disk accounting of the groups placed so far; empty without a controller of disks. */
  public List<DiskAccounting> diskAccounting() {
    synchronized (lock) {
      return placed.diskAccounting();
    }
  }

  /** The isolation in force; complete once all processes are placed. Available after close, too. */
  public IsolationReport report() {
    synchronized (lock) {
      List<String> missing = new ArrayList<>(plan.missing(groups.failures(), disks.canBeLimited()));
      missing.addAll(disks.missing());
      missing.addAll(link.missing());
      List<String> remarks = new ArrayList<>();
      if (!groups.failures().containsKey(Controller.CPU_SET)) {
        plan.cpusInWords().ifPresent(remarks::add);
      }
      remarks.addAll(disks.remarks());
      return new IsolationReport(
          profile.name(), groups.describe(), placed.report(), link.inWords(), missing, remarks);
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

  private void limitWriteback(BlockDevice device, DiskLimits limits) { // holds the lock
    try {
      groups.limitWriteback(device, limits.writtenBytesPerSecond());
    } catch (IOException e) {
      LOG.debug("the kernel's writes are not limited device={}", device, e);
      disks.writebackIsRefused(e.getMessage());
    }
  }

  private void limitWritebackOfDisk(BlockDevice device) { // holds the lock
    limitWriteback(device, profile.disk().orElseThrow());
  }

  private boolean isOn() { // holds the lock
    return profile.limitsProcesses() && !closed;
  }

  private void placeClients() { // holds the lock
    if (!placed.contains(IsolationProfile.CLIENTS)) {
      placed.place(IsolationProfile.CLIENTS, plan.ofClients());
    }
  }
}
