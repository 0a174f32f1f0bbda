// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.common.MonotonicClock;
import io.lighter.index.spec.RepairRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes entries that lookups found stale, if {@link EntryRepair} agrees, at a limited rate over
 * all regions of a region server. What fails is dropped and counted: the next lookup asks again.
 * Handlers call {@link #ask}; {@link #round} runs on one thread.
 */
final class Repairer {
  private static final Logger LOG = LoggerFactory.getLogger(Repairer.class);

  private final RepairQueue queue;
  private final EntrySender sender;
  private final IndexRegionMetrics metrics;
  private final MonotonicClock clock;
  private final Duration timeout;
  private final double perNano;
  private final int most;

  /** Entries that may be judged now. Owned by the thread of rounds. */
  private double allowed;

  /** Moment of {@link #allowed}. Owned by the thread of rounds. */
  private long lastNanos;

  /**
   * Creates the repairer.
   *
   * @param rate entries a second, 1 or more
   * @param timeout longest time of a removal
   */
  Repairer(
      RepairQueue queue,
      EntrySender sender,
      IndexRegionMetrics metrics,
      MonotonicClock clock,
      int rate,
      Duration timeout) {
    this.queue = queue;
    this.sender = sender;
    this.metrics = metrics;
    this.clock = clock;
    this.perNano = rate / (double) TimeUnit.SECONDS.toNanos(1);
    this.most = rate;
    this.allowed = rate;
    this.lastNanos = clock.nanoTime();
    this.timeout = timeout;
  }

  /**
   * Takes a request of a lookup. Does not wait.
   *
   * @throws IOException if the request makes no sense
   */
  void ask(EntryRepair region, byte[] row, RepairRequest request) throws IOException {
    metrics.repairAsked();
    Optional<EntryRepair.Stale> stale = region.asked(row, request);
    if (stale.isEmpty()) {
      metrics.repairRefused();
    } else if (!queue.offer(region, stale.get())) {
      metrics.repairsDropped(1);
    }
  }

  /** Judges what is due, as far as the rate allows, and removes what is stale. */
  void round() {
    long now = clock.nanoTime();
    allowed = Math.min(most, allowed + (now - lastNanos) * perNano);
    lastNanos = now;
    while (allowed >= 1 && !Thread.currentThread().isInterrupted()) {
      List<RepairQueue.Item> due = queue.takeDue((int) Math.min(allowed, Remover.BATCH));
      if (due.isEmpty()) {
        return;
      }
      allowed -= due.size();
      repair(due);
    }
  }

  private void repair(List<RepairQueue.Item> due) {
    List<Entry> entries = new ArrayList<>();
    for (RepairQueue.Item item : due) {
      try {
        item.region().judge(item.stale()).ifPresentOrElse(entries::add, metrics::repairRefused);
      } catch (IOException | RuntimeException e) { // a closing region throws either
        metrics.repairsDropped(1);
        LOG.debug("a stale index entry stays", e);
      }
    }
    if (entries.isEmpty()) {
      return;
    }
    try {
      sender.removeNow(entries, timeout);
      metrics.repaired(entries.size());
    } catch (InterruptedException e) {
      metrics.repairsDropped(entries.size());
      Thread.currentThread().interrupt();
    } catch (IOException | ExecutionException | TimeoutException | RuntimeException e) {
      metrics.repairsDropped(entries.size());
      LOG.warn("{} stale index entries stay: lookups skip them", entries.size(), e);
    }
  }
}
