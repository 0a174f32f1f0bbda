// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.JmxCounters;
import io.lighter.testing.cluster.ProcessName;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the block cache counters of region servers over JMX. Confined to one thread.
 *
 * <p>HBase's <i>caching</i> counters count requests that cache the blocks they read. Client reads
 * do so; reads of compactions and warm-ups are not counted. The counters cover all tables, so only
 * one table may be read between two snapshots.
 */
final class BlockCacheCounters implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(BlockCacheCounters.class);
  private static final String BEAN = "Hadoop:service=HBase,name=RegionServer,sub=Server";
  private static final String[] COUNTERS = {
    "blockCacheHitCachingCount", "blockCacheMissCachingCount"
  };

  /** Time after which HBase has a new copy of its counters; the cluster's site sets one second. */
  static final long COPY_NANOS = Duration.ofMillis(1_050).toNanos();

  /** Time limit for HBase to register its beans again, after a region was opened or closed. */
  private static final Duration BEAN_TIMEOUT = Duration.ofSeconds(10);

  private final Map<ProcessName, JmxCounters> servers;

  /** {@link System#nanoTime} after the last reading. */
  private long lastReadNanos = System.nanoTime() - COPY_NANOS;

  private BlockCacheCounters(Map<ProcessName, JmxCounters> servers) {
    this.servers = servers;
  }

  /** Connects to region servers by pid, and leaves out those that do not answer. */
  static BlockCacheCounters attach(Map<ProcessName, Long> regionServers) {
    Map<ProcessName, JmxCounters> servers = new HashMap<>();
    regionServers.forEach(
        (name, pid) -> {
          try {
            servers.put(name, JmxCounters.attach(pid));
          } catch (IOException e) {
            LOG.warn("counters not read server={}", name, e);
          }
        });
    return new BlockCacheCounters(servers);
  }

  /**
   * The counters at one moment.
   *
   * @param byServer counts since the start of each region server that answered
   */
  record Snapshot(Map<ProcessName, HitCounts> byServer) {
    /** Returns the difference to an earlier snapshot, summed over the servers in both. */
    HitCounts since(Snapshot earlier) {
      return byServer.entrySet().stream()
          .filter(entry -> earlier.byServer.containsKey(entry.getKey()))
          .map(entry -> entry.getValue().minus(earlier.byServer.get(entry.getKey())))
          .reduce(HitCounts.NONE, HitCounts::plus);
    }
  }

  /** Whether {@link #read} would return at once. */
  boolean isReady() {
    return System.nanoTime() - lastReadNanos >= COPY_NANOS;
  }

  /** Reads the counters, at least {@link #COPY_NANOS} after the last reading. */
  Snapshot read() throws IOException {
    Await.until("fresh counters", Duration.ofSeconds(10), this::isReady);
    Map<ProcessName, HitCounts> counts = new HashMap<>();
    for (Map.Entry<ProcessName, JmxCounters> server : servers.entrySet()) {
      try {
        counts.put(server.getKey(), read(server.getValue()));
      } catch (IOException e) {
        LOG.warn("counters not read server={}", server.getKey(), e);
      }
    }
    lastReadNanos = System.nanoTime();
    return new Snapshot(counts);
  }

  private static HitCounts read(JmxCounters server) throws IOException {
    List<Long> counts = new ArrayList<>();
    Await.until(
        BEAN,
        BEAN_TIMEOUT,
        () -> {
          server.read(BEAN, COUNTERS).ifPresent(counts::addAll);
          return !counts.isEmpty();
        });
    return new HitCounts(counts.get(0), counts.get(1));
  }

  @Override
  public void close() {
    for (JmxCounters server : servers.values()) {
      try {
        server.close();
      } catch (IOException e) {
        LOG.debug("connection already closed", e);
      }
    }
  }
}
