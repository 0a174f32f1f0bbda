// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Virtual hosts, one for each process: network namespaces that are linked to a bridge in this JVM's
 * namespace. A host can be partitioned, as by a switch that drops its packets: its process runs,
 * and its connections stay open until they time out.
 *
 * <p>Hosts and bridge are invisible outside. A host ends with its process, and the bridge with the
 * last process. File systems that this JVM mounts are invisible outside, too. Thread-safe.
 */
public final class VirtualHosts {
  private static final Logger LOG = LoggerFactory.getLogger(VirtualHosts.class);

  /** System property with the address of a process's host. */
  public static final String ADDRESS_PROPERTY = "lighter.host";

  private static final String NETWORK = "10.76.";
  private static final String OWN_ADDRESS = NETWORK + "0.1";
  private static final String PREFIX_LENGTH = "/16";
  private static final String BRIDGE = "hosts";
  private static final int MAX_NUMBER = 254;

  /** The port of the discard service, which has no listener. */
  private static final int CLOSED_PORT = 9;

  private static final int REACH_MS = 1_000;

  private static final String BRIDGE_SCRIPT =
      """
      ip link set lo up || exit 125
      ip link add %1$s type bridge || exit 125
      ip addr add %2$s%3$s dev %1$s || exit 125
      ip link set %1$s up || exit 125
      exec "$@"
      """
          .formatted(BRIDGE, OWN_ADDRESS, PREFIX_LENGTH);

  /**
   * Waits for the link, which is added from outside once the namespace exists. First argument: the
   * address.
   */
  private static final String HOST_SCRIPT =
      """
      ip link set lo up || exit 125
      waited=0
      until ip link show eth0 >/dev/null 2>&1; do
        waited=$((waited + 1))
        [ "$waited" -le 200 ] || exit 125
        sleep 0.05
      done
      ip addr add "$1%s" dev eth0 || exit 125
      ip link set eth0 up || exit 125
      shift
      exec "$@"
      """
          .formatted(PREFIX_LENGTH);

  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long POLL_MS = 5;

  /** Bridge end of each host's last link, by address. Guarded by this. */
  private final Map<String, String> links = new HashMap<>();

  /** Counter that makes names of links unique. Guarded by this. */
  private int made;

  /** Creates an object without hosts; {@link #run} must have started this JVM. */
  public VirtualHosts() {
    if (!isInside()) {
      throw new IllegalStateException("not started in a namespace with a bridge");
    }
  }

  /** Whether this JVM can have hosts. */
  public static boolean isInside() {
    return OWN_ADDRESS.equals(System.getProperty(ADDRESS_PROPERTY));
  }

  /**
   * Runs this JVM's command to its end in another JVM that can have hosts, unless this JVM can.
   *
   * @param arguments arguments of this JVM's main class
   * @return the exit code; empty if this JVM should continue
   * @throws IOException if this machine does not permit it
   */
  public static OptionalInt run(List<String> arguments) throws IOException {
    if (isInside()) {
      return OptionalInt.empty();
    }
    Optional<String> refusal = refusal();
    if (refusal.isPresent()) {
      throw new IOException("cannot make network namespaces: " + refusal.get());
    }
    return OptionalInt.of(SameCommand.run(jvm(SameCommand.java(), SameCommand.line(arguments))));
  }

  /** Tries whether this machine permits hosts; returns the reason if not, or empty. */
  public static Optional<String> refusal() {
    return ShellCommand.failure(inside(List.of("true")));
  }

  /**
   * The command line of a JVM that can have hosts.
   *
   * @param arguments options, main class and arguments
   */
  public static List<String> jvm(String java, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(java));
    command.add("-D" + ADDRESS_PROPERTY + '=' + OWN_ADDRESS);
    command.addAll(arguments);
    return inside(command);
  }

  private static List<String> inside(List<String> command) {
    List<String> wrapped = new ArrayList<>(List.of("unshare", "--net", "--mount", "--"));
    wrapped.addAll(List.of("/bin/sh", "-c", BRIDGE_SCRIPT, "lighter-hosts"));
    wrapped.addAll(command);
    return wrapped;
  }

  /** The address of a host. Both numbers are from 1 to 254. */
  public static String address(int group, int number) {
    if (group < 1 || group > MAX_NUMBER || number < 1 || number > MAX_NUMBER) {
      throw new IllegalArgumentException("host %d of group %d".formatted(number, group));
    }
    return NETWORK + group + '.' + number;
  }

  /** A command line that runs {@code command} on a host, under the same pid, once connected. */
  public List<String> wrap(String address, List<String> command) {
    List<String> wrapped = new ArrayList<>(List.of("unshare", "--net", "--"));
    wrapped.addAll(List.of("/bin/sh", "-c", HOST_SCRIPT, "lighter-host", address));
    wrapped.addAll(command);
    return wrapped;
  }

  /**
   * Connects the host.
   *
   * @param pid id of the wrapped process
   */
  public void connect(String address, long pid) throws IOException {
    awaitNamespace(pid);
    String link;
    String before;
    synchronized (this) {
      made++;
      link = "h" + made;
      before = links.put(address, link);
    }
    if (before != null) {
      disconnect(address, before);
    }
    ip("link add " + link + " type veth peer name eth0 netns " + pid);
    ip("link set " + link + " master " + BRIDGE + " up");
  }

  /**
   * Removes the old link. A namespace outlives its process while TCP waits for its connections,
   * minutes if it was partitioned; two hosts would then have one address.
   */
  private static void disconnect(String address, String link) {
    List<String> command = List.of("ip", "link", "del", link);
    ShellCommand.failure(command)
        .ifPresent(
            failure ->
                LOG.debug(
                    "link is gone already link={} address={} failure=\"{}\"",
                    link,
                    address,
                    failure));
  }

  /** Partitions a host: packets from and to it are dropped. */
  public void partition(String address) throws IOException {
    ip("link set " + link(address) + " nomaster");
  }

  /**
   * Whether packets reach a host and return: the host itself refuses a connection to a closed port.
   */
  public boolean isReachable(String address) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, CLOSED_PORT), REACH_MS);
      return true;
    } catch (SocketTimeoutException | NoRouteToHostException e) {
      LOG.debug("host not reached address={}", address, e);
      return false;
    } catch (ConnectException e) {
      LOG.debug("host refused the connection address={}", address, e);
      return true;
    }
  }

  /** Ends a partition. */
  public void rejoin(String address) throws IOException {
    ip("link set " + link(address) + " master " + BRIDGE);
  }

  private synchronized String link(String address) {
    return links.get(address);
  }

  private static void ip(String arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(arguments.split(" ")));
    Optional<String> failure = ShellCommand.failure(command);
    if (failure.isPresent()) {
      throw new IOException("ip %s: %s".formatted(arguments, failure.get()));
    }
  }

  private static void awaitNamespace(long pid) throws IOException {
    Path outside = Files.readSymbolicLink(Path.of("/proc/self/ns/net"));
    long deadline = System.nanoTime() + TIMEOUT_NANOS;
    while (Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/net")).equals(outside)) {
      if (System.nanoTime() > deadline) {
        throw new IOException("process %d has no network namespace of its own".formatted(pid));
      }
      try {
        TimeUnit.MILLISECONDS.sleep(POLL_MS); // no event to wait for
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while a process starts");
      }
    }
  }
}
