// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.common.MonotonicClock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the servers on which the jobs of a build run: the one with the fewest jobs of this build,
 * as far as it has threads. The list of servers is read again every few seconds. Thread-safe;
 * {@code this} is the one lock, and no I/O happens under it.
 */
final class JobPlaces {
  private static final Logger LOG = LoggerFactory.getLogger(JobPlaces.class);

  private final BuildServers servers;
  private final TableName table;
  private final JobTiming timing;
  private final MonotonicClock clock;

  // All below: guarded by this.
  private final Map<ServerName, Integer> jobs = new HashMap<>();
  private final Map<ServerName, Long> busyUntil = new HashMap<>();
  private final Set<ServerName> refusing = new HashSet<>();
  private List<BuildServers.Server> live;
  private long listedAt;
  private boolean listing;

  /**
   * Creates the places.
   *
   * @param live the servers, as just read
   */
  JobPlaces(
      BuildServers servers,
      List<BuildServers.Server> live,
      TableName table,
      JobTiming timing,
      MonotonicClock clock) {
    this.servers = servers;
    this.table = table;
    this.timing = timing;
    this.clock = clock;
    this.live = List.copyOf(live);
    this.listedAt = clock.millis();
  }

  /**
   * Takes a place on a server, which {@link #release} gives back. Waits while jobs occupy all
   * threads.
   *
   * @param except servers that must not be chosen
   * @return empty if no server takes the job
   */
  Optional<ServerName> take(Set<ServerName> except) throws InterruptedException {
    while (true) {
      list();
      synchronized (this) {
        List<BuildServers.Server> usable =
            live.stream()
                .filter(server -> !except.contains(server.name()))
                .filter(server -> !refusing.contains(server.name()))
                .toList();
        Optional<ServerName> chosen =
            usable.stream()
                .filter(server -> !isBusy(server.name()))
                .filter(server -> count(server.name()) < server.threads())
                .min(Comparator.comparingInt(server -> count(server.name())))
                .map(BuildServers.Server::name);
        if (chosen.isPresent()) {
          jobs.merge(chosen.get(), 1, Integer::sum);
        }
        if (chosen.isPresent() || usable.isEmpty()) {
          return chosen;
        }
        wait(timing.pollMs());
      }
    }
  }

  private int count(ServerName server) { // holds the lock
    return jobs.getOrDefault(server, 0);
  }

  private boolean isBusy(ServerName server) { // holds the lock
    Long until = busyUntil.get(server);
    return until != null && clock.millis() < until;
  }

  /** Gives a place back. */
  synchronized void release(ServerName server) {
    jobs.merge(server, -1, Integer::sum);
    notifyAll();
  }

  /** Passes over a server for a while: other builds occupy its threads, or it does not answer. */
  synchronized void busy(ServerName server) {
    busyUntil.put(server, clock.millis() + timing.busyMs());
  }

  /**
   * Passes over a server for the rest of the build.
   *
   * @return whether this is new
   */
  synchronized boolean refuses(ServerName server) {
    return refusing.add(server);
  }

  /** Whether a server is registered. */
  boolean isLive(ServerName server) {
    list();
    synchronized (this) {
      return live.stream().anyMatch(each -> each.name().equals(server));
    }
  }

  /** Reads the list again if it is old and no other thread does; keeps the old one on failure. */
  private void list() {
    synchronized (this) {
      if (listing || clock.millis() - listedAt < timing.listMs()) {
        return;
      }
      listing = true;
    }
    List<BuildServers.Server> found = null;
    try {
      found = servers.live(table);
    } catch (InterruptedIOException e) {
      Thread.currentThread().interrupt(); // ends the wait that follows
    } catch (IOException e) {
      LOG.warn("cannot list the compaction servers, and goes on with those known", e);
    } finally {
      listed(found);
    }
  }

  private synchronized void listed(List<BuildServers.Server> found) {
    listing = false;
    listedAt = clock.millis();
    if (found != null) {
      live = List.copyOf(found);
    }
    notifyAll();
  }
}
