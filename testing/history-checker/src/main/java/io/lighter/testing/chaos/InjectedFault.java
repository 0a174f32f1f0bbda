// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import io.lighter.testing.check.BackgroundCheck;
import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An injected fault and its end. Confined to one thread. */
final class InjectedFault {
  private static final Logger LOG = LoggerFactory.getLogger(InjectedFault.class);

  /** Timeout for a region server without a session to exit. */
  private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(60);

  private final LocalCluster cluster;
  private final FaultType type;
  private final ProcessName target;

  /** Present for a throttled target. */
  private final Optional<ProcessThrottle> throttle;

  /** Present for a data node with a full disk. */
  private final Optional<DiskFill> fill;

  private InjectedFault(
      LocalCluster cluster,
      FaultType type,
      ProcessName target,
      Optional<ProcessThrottle> throttle,
      Optional<DiskFill> fill) {
    this.cluster = cluster;
    this.type = type;
    this.target = target;
    this.throttle = throttle;
    this.fill = fill;
  }

  /** Injects a fault. */
  static InjectedFault inject(LocalCluster cluster, FaultType type, ProcessName target)
      throws IOException {
    Optional<ProcessThrottle> throttle = Optional.empty();
    Optional<DiskFill> fill = Optional.empty();
    switch (type) {
      case KILL -> cluster.kill(target);
      case STOP -> cluster.signal(target, "STOP");
      case PARTITION -> cluster.faults().partition(target);
      case THROTTLE -> throttle = Optional.of(ProcessThrottle.start(cluster, target));
      case DISK_FULL -> fill = Optional.of(DiskFill.start(cluster, target));
      case CLOCK_JUMP ->
          cluster.faults().setClock(target, BackgroundCheck.CELLS_LIVE.multipliedBy(2));
    }
    return new InjectedFault(cluster, type, target, throttle, fill);
  }

  /**
   * The reason why the fault had no effect, if it had none; called just before {@link #end},
   * because a fault without effect proves nothing.
   */
  Optional<String> missingEffect() throws IOException {
    if (!cluster.isAlive(target)) {
      return Optional.empty();
    }
    boolean isInEffect =
        switch (type) {
          case KILL -> false;
          case STOP -> cluster.isStopped(target);
          case PARTITION -> cluster.faults().isPartitioned(target);
          case THROTTLE -> throttle.orElseThrow().isInEffect();
          case DISK_FULL -> fill.orElseThrow().isInEffect();
          case CLOCK_JUMP -> cluster.faults().hasOtherClock(target, cluster.pid(target));
        };
    return isInEffect
        ? Optional.empty()
        : Optional.of("%s was not %s".formatted(target, type.participle()));
  }

  /** Ends the fault, and returns when the target works again or has exited. */
  void end() throws IOException {
    switch (type) {
      case KILL -> cluster.restart(target);
      case STOP -> {
        cluster.signal(target, "CONT");
        awaitEndOfRegionServer();
      }
      case PARTITION -> {
        rejoin();
        awaitEndOfRegionServer();
      }
      case THROTTLE -> throttle.orElseThrow().close();
      case DISK_FULL -> fill.orElseThrow().close();
      case CLOCK_JUMP -> cluster.faults().setClock(target, Duration.ZERO);
    }
  }

  /** Reconnects a partitioned process, which may have exited together with its host. */
  private void rejoin() throws IOException {
    try {
      cluster.faults().rejoin(target);
    } catch (IOException e) {
      if (cluster.isAlive(target)) {
        throw e;
      }
      LOG.info("target exited while partitioned target={}", target, e);
    }
  }

  /** Waits for the exit of a region server whose regions were reassigned. */
  private void awaitEndOfRegionServer() throws IOException {
    if (target.role() == Role.REGION_SERVER) {
      Await.until("the end of " + target, EXIT_TIMEOUT, () -> !cluster.isAlive(target));
    }
  }
}
