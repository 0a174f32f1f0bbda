// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.cluster;

import io.lighter.common.MonotonicClock;
import io.lighter.service.zk.DrainNodes;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the drain marks of servers that are gone, while this manager leads.
 *
 * <p>A mark is removed when its server has been missing for {@link #GONE_FOR}. A server that loses
 * its ZooKeeper session is missing for a moment and returns under the same name, and must still be
 * draining then. A mark that stays so long affects no other server, because a restarted server has
 * a new name.
 *
 * <p>Threading: one thread, {@code drain-cleaner}, does all work.
 */
public final class DrainCleaner implements Closeable {
  static final Duration GONE_FOR = Duration.ofMinutes(10);

  private static final Logger LOG = LoggerFactory.getLogger(DrainCleaner.class);

  private final ClusterWatch cluster;
  private final Missing missing;
  private final DrainNodes nodes;
  private final Worker worker;

  /**
   * Creates a cleaner that is idle until {@link #changed}.
   *
   * @param interval time between two checks
   */
  public DrainCleaner(
      ClusterWatch cluster, DrainNodes nodes, MonotonicClock clock, Duration interval) {
    this.cluster = cluster;
    this.nodes = nodes;
    this.missing = new Missing(clock);
    this.worker = new Worker("drain-cleaner", interval, this::clean);
  }

  /** Requests a check, because leadership, live or draining servers changed. Does not block. */
  public void changed() {
    worker.soon(Duration.ZERO);
  }

  private void clean() {
    Optional<Set<ServerName>> marked = cluster.draining().now();
    Optional<Set<ServerName>> live = cluster.membership().live().map(Map::keySet);
    if (!cluster.leadership().isLeader() || marked.isEmpty() || live.isEmpty()) {
      missing.forget();
      return;
    }
    for (ServerName server : missing.longMissing(marked.get(), live.get())) {
      try {
        // A fresh read: the snapshot is old if this process or its machine was stopped.
        if (!nodes.live().contains(server)) {
          nodes.undrain(server);
          LOG.info("drain mark removed, server={} missingFor={}", server, GONE_FOR);
        }
      } catch (IOException e) {
        LOG.warn("cannot remove drain mark, server={}", server, e);
      }
    }
  }

  @Override
  public void close() {
    worker.close();
  }

  /** The times since which servers are missing. Confined to one thread. */
  static final class Missing {
    private final MonotonicClock clock;
    private final Map<ServerName, Long> since = new HashMap<>();

    Missing(MonotonicClock clock) {
      this.clock = clock;
    }

    /** Servers of {@code wanted} that have been missing for {@link #GONE_FOR}, at every check. */
    Set<ServerName> longMissing(Set<ServerName> wanted, Set<ServerName> live) {
      long now = clock.nanoTime();
      since.keySet().retainAll(wanted);
      since.keySet().removeAll(live);
      for (ServerName server : wanted) {
        if (!live.contains(server)) {
          since.putIfAbsent(server, now);
        }
      }
      Map<ServerName, Long> found = new HashMap<>(since);
      found.values().removeIf(first -> now - first < GONE_FOR.toNanos());
      return found.keySet();
    }

    void forget() {
      since.clear();
    }
  }
}
