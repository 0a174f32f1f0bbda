package io.lighter.manager.cluster;

import io.lighter.service.zk.DrainNodes;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.ServerName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the drain marks of servers that are gone, while this manager leads.
 *
 * <p>A server whose ZooKeeper session was lost is gone for a moment and comes back under the same
 * name; what an operator drained must not take jobs then. So a mark goes only when its server has
 * been missing for {@link #GONE_FOR}. That it stays so long harms nobody: a restarted server has
 * another name.
 *
 * <p>Threading: one thread, {@code drain-cleaner}, does everything.
 */
public final class DrainCleaner implements Closeable {
  static final Duration GONE_FOR = Duration.ofMinutes(10);

  private static final Logger LOG = LoggerFactory.getLogger(DrainCleaner.class);

  private final Leadership leadership;
  private final Membership membership;
  private final DrainingServers draining;
  private final Missing missing;
  private final DrainNodes nodes;
  private final Worker worker;

  /**
   * Idle until {@link #changed}.
   *
   * @param interval between two looks
   */
  public DrainCleaner(
      Leadership leadership,
      Membership membership,
      DrainingServers draining,
      DrainNodes nodes,
      LongSupplier nanoTime,
      Duration interval) {
    this.leadership = leadership;
    this.membership = membership;
    this.draining = draining;
    this.nodes = nodes;
    this.missing = new Missing(nanoTime);
    this.worker = new Worker("drain-cleaner", interval, this::clean);
  }

  /** Leadership, the live servers or the draining ones changed. Does not block. */
  public void changed() {
    worker.soon(Duration.ZERO);
  }

  private void clean() {
    Optional<Set<ServerName>> marked = draining.now();
    Optional<Set<ServerName>> live = membership.live().map(Map::keySet);
    if (!leadership.isLeader() || marked.isEmpty() || live.isEmpty()) {
      missing.forget();
      return;
    }
    for (ServerName server : missing.longMissing(marked.get(), live.get())) {
      try {
        // Asked anew: what is known may be old if this process, or its machine, was asleep.
        if (!nodes.live().contains(server)) {
          nodes.undrain(server);
          LOG.info("{} is gone; it is not listed as draining any more", server);
        }
      } catch (IOException e) {
        LOG.warn("{} is gone, but still listed as draining", server, e);
      }
    }
  }

  @Override
  public void close() {
    worker.close();
  }

  /** Since when servers are missing. Confined to one thread. */
  static final class Missing {
    private final LongSupplier nanoTime;
    private final Map<ServerName, Long> since = new HashMap<>();

    Missing(LongSupplier nanoTime) {
      this.nanoTime = nanoTime;
    }

    /** Those of {@code wanted} that have been missing for {@link #GONE_FOR}, at every look. */
    Set<ServerName> longMissing(Set<ServerName> wanted, Set<ServerName> live) {
      long now = nanoTime.getAsLong();
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
