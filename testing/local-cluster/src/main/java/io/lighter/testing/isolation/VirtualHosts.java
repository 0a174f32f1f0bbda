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
 * Hosts on this machine, one for each process: network namespaces with a link to a bridge, which is
 * in the namespace of this JVM. A host can be cut off, as by a switch that drops its packets: it
 * goes on, nobody reaches it, and its connections stay open until they time out.
 *
 * <p>Nothing of it is seen from outside, and all of it goes with this JVM: a host with its process,
 * the bridge with the last one. File systems that are mounted by this JVM are not seen from outside
 * either. Thread-safe.
 */
public final class VirtualHosts {
  private static final Logger LOG = LoggerFactory.getLogger(VirtualHosts.class);

  /** System property of each process: the address of its host. */
  public static final String ADDRESS_PROPERTY = "lighter.host";

  private static final String NETWORK = "10.76.";
  private static final String OWN_ADDRESS = NETWORK + "0.1";
  private static final String PREFIX_LENGTH = "/16";
  private static final String BRIDGE = "hosts";
  private static final int MAX_NUMBER = 254;

  /** Of the discard service, which nobody has. */
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

  /** The link comes from outside, once the namespace is there. First argument: the address. */
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

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long POLL_MS = 5;

  /** The bridge's end of each host's last link, by address. Guarded by this. */
  private final Map<String, String> links = new HashMap<>();

  /** So that no link has the name of one that may still be there. Guarded by this. */
  private int made;

  /** No host yet; this JVM must have been started by {@link #run}. */
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
   * Runs the command of this JVM to its end in another one which can have hosts, unless this is
   * that one.
   *
   * @param arguments of the main class of this JVM
   * @return its exit code; empty if this JVM is the one to go on
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

  /** Why there can be no hosts on this machine; empty if there can. Tries it. */
  public static Optional<String> refusal() {
    return ShellCommand.failure(inside(List.of("true")));
  }

  /**
   * The command line of a JVM that can have hosts.
   *
   * @param arguments options, main class and its arguments
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
   * Gives the host its link.
   *
   * @param pid of the process that {@link #wrap} is about
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
   * A namespace lives on without its process for as long as TCP waits for the last words of its
   * connections, minutes if it was cut off: two hosts would have one address.
   */
  private static void disconnect(String address, String link) {
    List<String> command = List.of("ip", "link", "del", link);
    ShellCommand.failure(command)
        .ifPresent(failure -> LOG.debug("{} of {} is gone already: {}", link, address, failure));
  }

  /** Cuts a host off: what it sends, and what is sent to it, is lost. */
  public void cutOff(String address) throws IOException {
    ip("link set " + link(address) + " nomaster");
  }

  /**
   * Whether packets get to a host and back: a port that nobody listens on is refused by the host
   * itself.
   */
  public boolean isReachable(String address) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, CLOSED_PORT), REACH_MS);
      return true;
    } catch (SocketTimeoutException | NoRouteToHostException e) {
      LOG.debug("{} is not reached", address, e);
      return false;
    } catch (ConnectException e) {
      LOG.debug("{} has refused", address, e);
      return true;
    }
  }

  /** Ends that. */
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
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/net")).equals(outside)) {
      if (System.nanoTime() > deadline) {
        throw new IOException("process %d has no network namespace of its own".formatted(pid));
      }
      try {
        TimeUnit.MILLISECONDS.sleep(POLL_MS); // nothing tells
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while a process starts");
      }
    }
  }
}
