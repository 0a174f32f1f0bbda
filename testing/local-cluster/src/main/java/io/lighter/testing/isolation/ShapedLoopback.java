// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A network namespace with only a loopback that is as fast as a network link.
 *
 * <p>The whole command runs in the namespace from its start, because the clients must be inside,
 * too. The host's loopback is unchanged and cannot reach listeners inside. The namespace ends with
 * its last process. The command also has mounts of its own, which end with it.
 *
 * <p>All processes share one link for both directions; on a cluster each node has its own, full
 * duplex. {@link #giveOwnLinks} gives separate links to listeners at known ports.
 */
public final class ShapedLoopback {
  /** System property of a JVM inside: bits per second. */
  static final String PROPERTY = "lighter.benchmarks.network";

  /** System property of a JVM that could not be started inside: the reason. */
  static final String REFUSED_PROPERTY = PROPERTY + ".refused";

  /**
   * A burst passes at the speed of memory, so it is short; it must hold the largest packet of the
   * loopback, 64 KiB, and what a late timer of the kernel owes.
   */
  private static final int BURST_MS = 3;

  private static final int LEAST_BURST = 96 << 10;

  /** With the kernel's usual queue, packets of 64 KiB would wait for 0.5 s at 1 Gb/s. */
  private static final int QUEUE_MS = 12;

  /** The shell computes the sizes of burst and queue from the rate. */
  private static final String SIZES =
      """
      burst=$(($1 / 8000 * %1$d))
      [ "$burst" -ge %2$d ] || burst=%2$d
      queue=$(($1 / 8000 * %3$d))
      """
          .formatted(BURST_MS, LEAST_BURST, QUEUE_MS);

  private static final String CLASS =
      "htb rate \"$1\"bit burst \"$burst\" cburst \"$burst\" quantum 65535";
  private static final String QUEUE = "bfifo limit \"$queue\"";

  private static final String SCRIPT =
      """
      %s
      ip link set lo up || exit 125
      tc qdisc add dev lo root handle 1: htb default 1 || exit 125
      tc class add dev lo parent 1: classid 1:1 %s || exit 125
      tc qdisc add dev lo parent 1:1 %s || exit 125
      shift
      exec "$@"
      """
          .formatted(SIZES, CLASS, QUEUE);

  /** Arguments: bits per second, number of the class in hexadecimal, port, sport or dport. */
  private static final String OWN_LINK_SCRIPT =
      """
      %s
      tc class add dev lo parent 1: classid "1:$2" %s || exit 125
      tc qdisc add dev lo parent "1:$2" %s || exit 125
      tc filter add dev lo parent 1: protocol ip prio 1 u32 \
        match ip protocol 6 0xff match ip "$4" "$3" 0xffff flowid "1:$2" || exit 125
      """
          .formatted(SIZES, CLASS, QUEUE);

  private static final int FIRST_OWN_LINK = 2;

  private ShapedLoopback() {}

  /**
   * The command line of a JVM inside the namespace, if the profile requires and the host permits
   * one. Otherwise the JVM gets the reason for its {@link IsolationReport}. All related processes
   * must run in this JVM or be started by it.
   *
   * @param java the executable
   * @param arguments options, main class and its arguments
   */
  public static List<String> jvm(IsolationProfile profile, String java, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(java));
    if (profile.networkBitsPerSecond().isEmpty()) {
      command.addAll(arguments);
      return command;
    }
    long bits = profile.networkBitsPerSecond().getAsLong();
    Optional<String> refusal = refusal(bits);
    command.add(
        refusal
            .map(why -> "-D" + REFUSED_PROPERTY + "=" + why)
            .orElse("-D" + PROPERTY + "=" + bits));
    command.addAll(arguments);
    return refusal.isPresent() ? command : wrap(bits, command);
  }

  /** Whether this JVM was started inside, or outside with a reason. */
  static boolean isDecided() {
    return System.getProperty(PROPERTY) != null || System.getProperty(REFUSED_PROPERTY) != null;
  }

  /** Description of the shaping of this process's loopback; empty if there is none. */
  static Optional<String> inForce() {
    String bits = System.getProperty(PROPERTY);
    return bits == null
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "all processes in one namespace, whose loopback they share at %.1f Gb/s",
                Long.parseLong(bits) / 1e9));
  }

  /** The reason why the loopback is not shaped. */
  static String whyNot() {
    return System.getProperty(REFUSED_PROPERTY, "not started inside a network namespace");
  }

  /** A command line that runs {@code command} inside a new namespace, under the same pid. */
  static List<String> wrap(long bitsPerSecond, List<String> command) {
    List<String> wrapped = new ArrayList<>(List.of("unshare", "--net", "--mount", "--"));
    wrapped.addAll(List.of("/bin/sh", "-c", SCRIPT, "lighter-net"));
    wrapped.add(Long.toString(bitsPerSecond));
    wrapped.addAll(command);
    return wrapped;
  }

  /**
   * Gives each port its own link per direction, as fast as the shared one. Called once, in a JVM
   * inside.
   *
   * @param ports at most a few hundred
   * @throws IOException if the kernel refuses
   */
  static void giveOwnLinks(Collection<Integer> ports) throws IOException {
    String bits = System.getProperty(PROPERTY);
    int link = FIRST_OWN_LINK;
    for (int port : ports) {
      for (String direction : List.of("dport", "sport")) {
        Optional<String> refusal =
            ShellCommand.failure(
                List.of(
                    "/bin/sh",
                    "-c",
                    OWN_LINK_SCRIPT,
                    "lighter-net",
                    bits,
                    Integer.toHexString(link++),
                    Integer.toString(port),
                    direction));
        if (refusal.isPresent()) {
          throw new IOException(refusal.get());
        }
      }
    }
  }

  /** Tries a command inside; returns the reason if that fails, or empty. */
  static Optional<String> refusal(long bitsPerSecond) {
    return ShellCommand.failure(wrap(bitsPerSecond, List.of("true")));
  }
}
