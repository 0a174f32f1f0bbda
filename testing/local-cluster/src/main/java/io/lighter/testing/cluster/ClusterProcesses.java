// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes of a local cluster, by name. The last process of a name remains known after its
 * end.
 *
 * <p>Thread-safe; {@code this} is the lock. The lock is held while processes are started and while
 * all are ended, so that none is started after the end.
 */
final class ClusterProcesses implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterProcesses.class);
  private static final Duration GRACE = Duration.ofSeconds(10);

  /** Time for the system to end a killed process, which may wait for a disk. */
  private static final Duration KILL_GRACE = Duration.ofSeconds(60);

  /** Time to end without work left; then SIGTERM is repeated, which ends a draining server. */
  private static final Duration DRAIN_GRACE = Duration.ofSeconds(1);

  private static final Comparator<ProcessName> BY_START =
      Comparator.comparing(ProcessName::role).thenComparing(ProcessName::number);

  /** Roles that the others need; they end last. */
  private static final Set<Role> SERVICES =
      EnumSet.of(Role.S3_SERVER, Role.BASE, Role.ZOOKEEPER, Role.NAME_NODE, Role.DATA_NODE);

  private final ProcessLauncher launcher;

  /** Guarded by this. */
  private final Map<ProcessName, ChildProcess> processes = new TreeMap<>(BY_START);

  /** Guarded by this. */
  private boolean closed;

  ClusterProcesses(ProcessLauncher launcher) {
    this.launcher = launcher;
  }

  /** Names of all processes ever started, in start order. */
  synchronized List<ProcessName> names() {
    return List.copyOf(processes.keySet());
  }

  /**
   * The last process of a name.
   *
   * @throws IllegalArgumentException if the name is unknown
   */
  synchronized ChildProcess get(ProcessName name) {
    ChildProcess process = processes.get(name);
    if (process == null) {
      throw new IllegalArgumentException(
          "no process %s; there are %s".formatted(name, processes.keySet()));
    }
    return process;
  }

  /** Starts a process without waiting for it. */
  synchronized void launch(ProcessName name) throws IOException {
    requireOpen();
    ChildProcess process = launcher.start(name);
    processes.put(name, process);
    LOG.info("process started name={} pid={}", name, process.pid());
  }

  /** Starts a process with the next number of a role. */
  synchronized ProcessName launchNext(Role role) throws IOException {
    long last = processes.keySet().stream().filter(p -> p.role() == role).count();
    ProcessName name = new ProcessName(role, (int) last + 1);
    launch(name);
    return name;
  }

  /** Starts a JVM outside of the cluster's processes; the caller closes it. */
  synchronized ClientProcess startClient(
      String name, String heap, String mainClass, List<String> arguments) throws IOException {
    requireOpen();
    return launcher.startClient(name, heap, mainClass, arguments);
  }

  /** Throws with the end of the log if the process has ended. */
  void requireAlive(ProcessName name) throws IOException {
    ChildProcess process = get(name);
    if (!process.isAlive()) {
      throw new LocalClusterException(
          "%s ended with exit code %d%n%s"
              .formatted(name, process.exitValue(), launcher.tail(name)));
    }
  }

  /** Kills a process (SIGKILL); returns when it is gone. */
  void kill(ProcessName name) throws IOException {
    ChildProcess process = get(name);
    process.kill();
    if (!process.waitForEnd(KILL_GRACE)) {
      throw new LocalClusterException(name + " is still there after SIGKILL");
    }
  }

  /** Ends a process (SIGTERM, then SIGKILL). */
  void end(ProcessName name) throws IOException {
    end(List.of(get(name)));
  }

  /** Sends one SIGTERM; returns the exit code. */
  int stop(ProcessName name, Duration timeout) throws IOException {
    ChildProcess process = get(name);
    process.sendSigterm();
    if (!process.waitForEnd(timeout)) {
      throw new LocalClusterException(
          "%s has not ended %d s after SIGTERM".formatted(name, timeout.toSeconds()));
    }
    return process.exitValue();
  }

  /** Ends all processes, dependent ones first; later starts are refused. */
  @Override
  public synchronized void close() {
    closed = true;
    try {
      end(running(role -> !SERVICES.contains(role)));
      end(running(SERVICES::contains));
    } catch (IOException e) { // interrupted: kill at once
      LOG.debug("ending all processes at once", e);
      processes.values().forEach(ChildProcess::kill);
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the cluster is closed");
    }
  }

  private List<ChildProcess> running(Predicate<Role> which) {
    return processes.entrySet().stream()
        .filter(entry -> which.test(entry.getKey().role()) && entry.getValue().isAlive())
        .map(Map.Entry::getValue)
        .toList();
  }

  private static void end(List<ChildProcess> processes) throws IOException {
    processes.forEach(ChildProcess::terminate);
    List<ChildProcess> busy = stillRunning(processes, DRAIN_GRACE);
    busy.forEach(ChildProcess::terminate);
    for (ChildProcess process : stillRunning(busy, GRACE)) {
      process.kill();
      process.waitForEnd(GRACE);
    }
  }

  private static List<ChildProcess> stillRunning(List<ChildProcess> processes, Duration timeout)
      throws IOException {
    long deadline = System.nanoTime() + timeout.toNanos();
    List<ChildProcess> running = new ArrayList<>();
    for (ChildProcess process : processes) {
      Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
      if (!process.waitForEnd(left)) {
        running.add(process);
      }
    }
    return running;
  }
}
