// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.zk;

import io.lighter.common.MonotonicClock;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;

/**
 * Remembers the leading manager from the last look-up, so that a process reads ZooKeeper less often
 * than it reports.
 *
 * <p>A manager that does not lead refuses reports, and a refused caller calls {@link #failed}, so
 * an answer that is out of date costs one failed call. {@link #LEADER_TTL} bounds the time in which
 * a manager that wrongly takes itself for the leader receives reports. Used by one thread.
 */
public final class LeaderCache {
  /** How long an answer that names a leader is used, unless a call to that leader fails. */
  public static final Duration LEADER_TTL = Duration.ofSeconds(60);

  /**
   * How long the answer that no manager leads is used; a manager that starts is found within this
   * time.
   */
  public static final Duration ABSENCE_TTL = Duration.ofSeconds(2);

  private final Source source;
  private final MonotonicClock clock;

  /** Meaningful if {@link #known}; empty: no manager led. */
  private Optional<ServerName> leader = Optional.empty();

  private boolean known;
  private long lookedUpNanos;

  /** Reads the leader; may wait for ZooKeeper. */
  @FunctionalInterface
  public interface Source {
    /**
     * The leader as of now; empty if no manager stands for election.
     *
     * @throws IOException if ZooKeeper does not answer
     */
    Optional<ServerName> leader() throws IOException;
  }

  /** Creates a cache that is empty until {@link #leader} is called. */
  public LeaderCache(Source source, MonotonicClock clock) {
    this.source = source;
    this.clock = clock;
  }

  /**
   * The leader, from the source if the last answer is too old.
   *
   * @throws IOException if the source was asked and failed; the next call asks again
   */
  public Optional<ServerName> leader() throws IOException {
    if (!known || age().compareTo(leader.isPresent() ? LEADER_TTL : ABSENCE_TTL) >= 0) {
      known = false;
      leader = source.leader();
      lookedUpNanos = clock.nanoTime();
      known = true;
    }
    return leader;
  }

  /** Notes that a call to the leader failed, so that the next {@link #leader} asks the source. */
  public void failed() {
    known = false;
  }

  private Duration age() {
    return Duration.ofNanos(clock.nanoTime() - lookedUpNanos);
  }
}
