// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import io.lighter.testing.isolation.VirtualHosts;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Injects the faults that a cluster's {@link SupportedFaults} permit into its processes.
 * Thread-safe.
 */
public final class FaultInjection implements Closeable {
  private static final List<Role> ROLES = List.of(Role.values());

  /**
   * Region servers have no fake clock, because cells get their time and HBase does not tolerate
   * jumps.
   */
  private static final Set<Role> WITHOUT_CLOCKS = EnumSet.of(Role.REGION_SERVER);

  private final Path folder;
  private final Optional<VirtualHosts> hosts;
  private final Optional<FakeClocks> clocks;
  private final Optional<SmallDisks> disks;

  /**
   * Creates an injector without faults.
   *
   * @param folder folder of the cluster
   */
  FaultInjection(SupportedFaults supportedFaults, Path folder) throws IOException {
    this.folder = folder;
    this.hosts = supportedFaults.hosts() ? Optional.of(new VirtualHosts()) : Optional.empty();
    this.clocks =
        supportedFaults.clocks()
            ? Optional.of(new FakeClocks(folder.resolve("clocks")))
            : Optional.empty();
    this.disks = supportedFaults.disks() ? Optional.of(new SmallDisks()) : Optional.empty();
  }

  /** Partitions a process: the process runs, and all packets from and to it are dropped. */
  public void partition(ProcessName name) throws IOException {
    require(hosts, "hosts").partition(host(name));
  }

  /** Ends a partition; TCP may retransmit and deliver earlier data. */
  public void rejoin(ProcessName name) throws IOException {
    require(hosts, "hosts").rejoin(host(name));
  }

  /**
   * Sets the time of day of a process other than region servers; a negative duration sets it back,
   * and zero corrects it.
   */
  public void setClock(ProcessName name, Duration ahead) throws IOException {
    require(clocks, "clocks").set(name, ahead);
  }

  /** Whether all packets to a process are dropped. */
  public boolean isPartitioned(ProcessName name) throws IOException {
    return !require(hosts, "hosts").isReachable(host(name));
  }

  /**
   * Whether a running process has a wrong time of day.
   *
   * @param pid id of the process
   */
  public boolean hasOtherClock(ProcessName name, long pid) throws IOException {
    return require(clocks, "clocks").isOther(name, pid);
  }

  /** Whether a data node's disk is full. */
  public boolean isDiskFull(ProcessName dataNode) throws IOException {
    return require(disks, "disks").isFull(dataFolder(dataNode));
  }

  /** Fills a data node's disk. */
  public void fillDisk(ProcessName dataNode) throws IOException {
    require(disks, "disks").fill(dataFolder(dataNode));
  }

  /** Frees a data node's disk. */
  public void freeDisk(ProcessName dataNode) throws IOException {
    require(disks, "disks").free(dataFolder(dataNode));
  }

  /** Data folder of the name node or a data node. */
  Path dataFolder(ProcessName name) {
    return folder.resolve("hdfs").resolve(name.toString());
  }

  /** The address of a process's host. */
  static String host(ProcessName name) {
    return VirtualHosts.address(1 + ROLES.indexOf(name.role()), name.number());
  }

  /** System properties of a process. */
  List<String> jvmOptions(ProcessName name) {
    return hosts.isPresent()
        ? List.of("-D" + VirtualHosts.ADDRESS_PROPERTY + '=' + host(name))
        : List.of();
  }

  /** A command line that starts the process with these faults available. */
  List<String> wrap(ProcessName name, List<String> command) throws IOException {
    if (disks.isPresent() && name.role() == Role.DATA_NODE) {
      disks.get().mount(dataFolder(name));
    }
    List<String> wrapped =
        clocks.isPresent() && !WITHOUT_CLOCKS.contains(name.role())
            ? clocks.get().wrap(name, command)
            : command;
    return hosts.isPresent() ? hosts.get().wrap(host(name), wrapped) : wrapped;
  }

  /** Completes the start that a new process waits for. */
  void started(ProcessName name, long pid) throws IOException {
    if (hosts.isPresent()) {
      hosts.get().connect(host(name), pid);
    }
  }

  /** Cleans up after the end of all processes. */
  @Override
  public void close() throws IOException {
    if (disks.isPresent()) {
      disks.get().close();
    }
  }

  private static <T> T require(Optional<T> support, String what) {
    return support.orElseThrow(
        () -> new IllegalStateException("the processes have no %s of their own".formatted(what)));
  }
}
