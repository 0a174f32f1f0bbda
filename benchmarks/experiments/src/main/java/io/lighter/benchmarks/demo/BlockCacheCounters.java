// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.JmxAttach;
import io.lighter.testing.cluster.ProcessName;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import javax.management.AttributeList;
import javax.management.JMException;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
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

  private final Map<ProcessName, JMXConnector> connectors;
  private final ObjectName bean;

  /** {@link System#nanoTime} after the last reading. */
  private long lastReadNanos = System.nanoTime() - COPY_NANOS;

  private BlockCacheCounters(Map<ProcessName, JMXConnector> connectors, ObjectName bean) {
    this.connectors = connectors;
    this.bean = bean;
  }

  /** Connects to region servers by pid, and leaves out those that do not answer. */
  static BlockCacheCounters attach(Map<ProcessName, Long> regionServers) {
    Map<ProcessName, JMXConnector> connectors = new HashMap<>();
    regionServers.forEach(
        (name, pid) -> {
          try {
            connectors.put(name, JmxAttach.connect(pid));
          } catch (IOException e) {
            LOG.warn("counters not read server={}", name, e);
          }
        });
    try {
      return new BlockCacheCounters(connectors, new ObjectName(BEAN));
    } catch (MalformedObjectNameException e) {
      throw new IllegalStateException(BEAN, e);
    }
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
    for (Map.Entry<ProcessName, JMXConnector> server : connectors.entrySet()) {
      try {
        counts.put(server.getKey(), read(server.getValue()));
      } catch (IOException e) {
        LOG.warn("counters not read server={}", server.getKey(), e);
      }
    }
    lastReadNanos = System.nanoTime();
    return new Snapshot(counts);
  }

  private HitCounts read(JMXConnector connector) throws IOException {
    HitCounts[] counts = new HitCounts[1];
    Await.until(
        BEAN,
        BEAN_TIMEOUT,
        () -> {
          try {
            AttributeList values =
                connector.getMBeanServerConnection().getAttributes(bean, COUNTERS);
            if (values.size() < COUNTERS.length) {
              return false;
            }
            counts[0] = new HitCounts(number(values, 0), number(values, 1));
            return true;
          } catch (JMException e) {
            LOG.debug("bean not found name={}", bean, e);
            return false;
          }
        });
    return counts[0];
  }

  private static long number(AttributeList values, int index) {
    return ((Number) values.asList().get(index).getValue()).longValue();
  }

  @Override
  public void close() {
    for (JMXConnector connector : connectors.values()) {
      try {
        connector.close();
      } catch (IOException e) {
        LOG.debug("connection already closed", e);
      }
    }
  }
}
