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

/** Does to the processes of a cluster what its {@link Levers} permit. Thread-safe. */
public final class FaultInjection implements Closeable {
  private static final List<Role> ROLES = List.of(Role.values());

  /** Cells get the time of a region server: HBase itself does not bear a clock that jumps there. */
  private static final Set<Role> WITHOUT_CLOCKS = EnumSet.of(Role.REGION_SERVER);

  private final Path folder;
  private final Optional<VirtualHosts> hosts;
  private final Optional<FakeClocks> clocks;
  private final Optional<SmallDisks> disks;

  /**
   * Nothing is wrong so far.
   *
   * @param folder of the cluster
   */
  FaultInjection(Levers levers, Path folder) throws IOException {
    this.folder = folder;
    this.hosts = levers.hosts() ? Optional.of(new VirtualHosts()) : Optional.empty();
    this.clocks =
        levers.clocks() ? Optional.of(new FakeClocks(folder.resolve("clocks"))) : Optional.empty();
    this.disks = levers.disks() ? Optional.of(new SmallDisks()) : Optional.empty();
  }

  /** Cuts a process off from all others: it goes on, and what it sends or is sent is lost. */
  public void cutOff(ProcessName name) throws IOException {
    require(hosts, "hosts").cutOff(host(name));
  }

  /** Ends that; what was sent meanwhile may still arrive, as TCP sends it again. */
  public void rejoin(ProcessName name) throws IOException {
    require(hosts, "hosts").rejoin(host(name));
  }

  /**
   * Sets the time of day of a process that is no region server; {@code ahead} may be negative, and
   * zero makes it right.
   */
  public void setClock(ProcessName name, Duration ahead) throws IOException {
    require(clocks, "clocks").set(name, ahead);
  }

  /** Whether nothing that is sent to a process arrives. */
  public boolean isCutOff(ProcessName name) throws IOException {
    return !require(hosts, "hosts").isReachable(host(name));
  }

  /**
   * Whether a process that runs sees a time of day that was set.
   *
   * @param pid of the process
   */
  public boolean hasOtherClock(ProcessName name, long pid) throws IOException {
    return require(clocks, "clocks").isOther(name, pid);
  }

  /** Whether the disk of a data node has no space. */
  public boolean isDiskFull(ProcessName dataNode) throws IOException {
    return require(disks, "disks").isFull(dataFolder(dataNode));
  }

  /** Leaves no space on the disk of a data node. */
  public void fillDisk(ProcessName dataNode) throws IOException {
    require(disks, "disks").fill(dataFolder(dataNode));
  }

  /** Gives it back. */
  public void freeDisk(ProcessName dataNode) throws IOException {
    require(disks, "disks").free(dataFolder(dataNode));
  }

  /** Where name node and data nodes have their files. */
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

  /** The command line under which a process is started. */
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

  /** Does what a process that was just started waits for. */
  void started(ProcessName name, long pid) throws IOException {
    if (hosts.isPresent()) {
      hosts.get().connect(host(name), pid);
    }
  }

  /** When no process runs any more. */
  @Override
  public void close() throws IOException {
    if (disks.isPresent()) {
      disks.get().close();
    }
  }

  private static <T> T require(Optional<T> lever, String what) {
    return lever.orElseThrow(
        () -> new IllegalStateException("the processes have no %s of their own".formatted(what)));
  }
}
