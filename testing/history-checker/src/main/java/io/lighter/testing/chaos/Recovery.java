// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until a cluster has recovered: every process has its session, a manager leads, every store
 * is compacted, no file is left over. Meanwhile acts as an operator's tools would. Used once, by
 * one thread.
 */
final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  /** Time after which an unanswered compaction request is repeated. */
  private static final Duration ASK_AGAIN = Duration.ofSeconds(5);

  private final LocalCluster cluster;
  private final ChaosTables tables;
  private final Restarts restarts;
  private final Optional<Absent> absent;
  private OptionalLong forgottenSince = OptionalLong.empty();
  private boolean hasLostRequest;

  /** The unmet condition. */
  private String state = "nothing is known";

  /**
   * A process that the cluster has to do without.
   *
   * @param answers whether the process still answers, slowly or wrongly
   */
  record Absent(ProcessName name, boolean answers) {}

  /**
   * Starts a recovery.
   *
   * @param absent process that stays absent
   */
  Recovery(LocalCluster cluster, ChaosTables tables, Restarts restarts, Optional<Absent> absent) {
    this.cluster = cluster;
    this.tables = tables;
    this.restarts = restarts;
    this.absent = absent;
  }

  /**
   * Waits for recovery; returns the unmet condition after the time limit, also if the recovery was
   * late.
   */
  Optional<String> await(Duration limit) {
    long start = System.nanoTime();
    try {
      Await.until("recovery", limit, this::hasRecovered);
      return System.nanoTime() - start <= limit.toNanos()
          ? Optional.empty()
          : Optional.of("it was only then");
    } catch (IOException e) {
      LOG.warn("not recovered state=\"{}\"", state, e);
      return Optional.of(state);
    }
  }

  /**
   * Whether a compaction request was lost and repeated. Only the death of a region server excuses
   * this, because HBase forgets its requests.
   */
  boolean hasLostRequest() {
    return hasLostRequest;
  }

  private boolean hasRecovered() {
    try {
      restarts.restartTheDead(absent.map(Absent::name));
      return haveSessions() && haveJoined() && isCompacted() && hasNoLeftovers() && isLed();
    } catch (IOException e) {
      LOG.info("no answer yet", e);
      state = "no answer: " + e;
      return false;
    }
  }

  /**
   * Whether region servers have sessions. One without a session serves reads until it notices, and
   * then exits.
   */
  private boolean haveSessions() throws IOException {
    long alive = aliveWithoutAbsent(Role.REGION_SERVER);
    boolean targetLives =
        absent
            .map(Absent::name)
            .filter(name -> name.role() == Role.REGION_SERVER && cluster.isAlive(name))
            .isPresent();
    int registered = cluster.registered(Role.REGION_SERVER);
    state = "%d region servers are alive, %d are registered".formatted(alive, registered);
    return haveSessions(alive, targetLives, registered);
  }

  /**
   * Whether region servers have their sessions.
   *
   * @param alive region servers without the target
   * @param targetLives whether the target is a live region server: a throttled one keeps its
   *     session, a stopped or partitioned one keeps it for some seconds
   */
  static boolean haveSessions(long alive, boolean targetLives, int registered) {
    return registered == alive || (targetLives && registered == alive + 1);
  }

  /** Whether Lighter's live processes are registered; sessions of dead ones may still exist. */
  private boolean haveJoined() throws IOException {
    for (Role role : List.of(Role.MANAGER, Role.COMPACTION_SERVER)) {
      long alive = aliveWithoutAbsent(role);
      int registered = cluster.registered(role);
      if (registered < alive) {
        state = "%d %ss are alive, %d are registered".formatted(alive, role.label(), registered);
        return false;
      }
    }
    return true;
  }

  private long aliveWithoutAbsent(Role role) {
    Optional<ProcessName> absentName = absent.map(Absent::name);
    return cluster.processNames().stream()
        .filter(name -> name.role() == role && cluster.isAlive(name))
        .filter(name -> !absentName.equals(Optional.of(name)))
        .count();
  }

  /** Whether one manager leads that is not the absent one. */
  private boolean isLed() throws IOException {
    List<ProcessName> leaders = new ArrayList<>();
    for (ProcessName name : cluster.processNames()) {
      boolean isAbsent = absent.isPresent() && absent.get().equals(new Absent(name, false));
      if (name.role() == Role.MANAGER
          && cluster.isAlive(name)
          && !isAbsent
          && TargetFinder.leads(cluster, name)) {
        leaders.add(name);
      }
    }
    state = "leading managers: " + leaders;
    return leaders.size() == 1;
  }

  private boolean isCompacted() throws IOException {
    ChaosTables.State compaction = tables.state();
    state = "compactions are " + compaction;
    if (compaction != ChaosTables.State.FORGOTTEN) {
      forgottenSince = OptionalLong.empty();
    } else if (forgottenSince.isEmpty()) {
      forgottenSince = OptionalLong.of(System.nanoTime());
    } else if (System.nanoTime() - forgottenSince.getAsLong() > ASK_AGAIN.toNanos()) {
      forgottenSince = OptionalLong.empty();
      hasLostRequest = true;
      tables.compact();
    }
    return compaction == ChaosTables.State.COMPACTED;
  }

  private boolean hasNoLeftovers() throws IOException {
    List<Path> left = tables.leftOver();
    state = "left over: " + left;
    return left.isEmpty();
  }
}
