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
final class Injury {
  private static final Logger LOG = LoggerFactory.getLogger(Injury.class);

  /** Timeout for a region server without a session to exit. */
  private static final Duration SUICIDE = Duration.ofSeconds(60);

  private final LocalCluster cluster;
  private final Harm harm;
  private final ProcessName victim;

  /** Present for a throttled target. */
  private final Optional<Limp> limp;

  /** Present for a data node with a full disk. */
  private final Optional<Fill> fill;

  private Injury(
      LocalCluster cluster,
      Harm harm,
      ProcessName victim,
      Optional<Limp> limp,
      Optional<Fill> fill) {
    this.cluster = cluster;
    this.harm = harm;
    this.victim = victim;
    this.limp = limp;
    this.fill = fill;
  }

  /** Injects a fault. */
  static Injury inflict(LocalCluster cluster, Harm harm, ProcessName victim) throws IOException {
    Optional<Limp> limp = Optional.empty();
    Optional<Fill> fill = Optional.empty();
    switch (harm) {
      case KILL -> cluster.kill(victim);
      case STOP -> cluster.signal(victim, "STOP");
      case CUT -> cluster.faults().cutOff(victim);
      case SLOW -> limp = Optional.of(Limp.start(cluster, victim));
      case FULL -> fill = Optional.of(Fill.start(cluster, victim));
      case CLOCK -> cluster.faults().setClock(victim, BackgroundCheck.CELLS_LIVE.multipliedBy(2));
    }
    return new Injury(cluster, harm, victim, limp, fill);
  }

  /**
   * The reason why the fault had no effect, if it had none; called just before {@link #heal},
   * because a fault without effect proves nothing.
   */
  Optional<String> lackOfEffect() throws IOException {
    if (!cluster.isAlive(victim)) {
      return Optional.empty();
    }
    boolean isInEffect =
        switch (harm) {
          case KILL -> false;
          case STOP -> cluster.isStopped(victim);
          case CUT -> cluster.faults().isCutOff(victim);
          case SLOW -> limp.orElseThrow().isInEffect();
          case FULL -> fill.orElseThrow().isInEffect();
          case CLOCK -> cluster.faults().hasOtherClock(victim, cluster.pid(victim));
        };
    return isInEffect
        ? Optional.empty()
        : Optional.of("%s was not %s".formatted(victim, harm.participle()));
  }

  /** Ends the fault, and returns when the target works again or has exited. */
  void heal() throws IOException {
    switch (harm) {
      case KILL -> cluster.restart(victim);
      case STOP -> {
        cluster.signal(victim, "CONT");
        awaitEndOfRegionServer();
      }
      case CUT -> {
        rejoin();
        awaitEndOfRegionServer();
      }
      case SLOW -> limp.orElseThrow().close();
      case FULL -> fill.orElseThrow().close();
      case CLOCK -> cluster.faults().setClock(victim, Duration.ZERO);
    }
  }

  /** Reconnects a partitioned process, which may have exited together with its host. */
  private void rejoin() throws IOException {
    try {
      cluster.faults().rejoin(victim);
    } catch (IOException e) {
      if (cluster.isAlive(victim)) {
        throw e;
      }
      LOG.info("target exited while partitioned target={}", victim, e);
    }
  }

  /** Waits for the exit of a region server whose regions were reassigned. */
  private void awaitEndOfRegionServer() throws IOException {
    if (victim.role() == Role.REGION_SERVER) {
      Await.until("the end of " + victim, SUICIDE, () -> !cluster.isAlive(victim));
    }
  }
}
