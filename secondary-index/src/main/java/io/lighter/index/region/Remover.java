// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes superseded entries, in batches over all regions of a region server. A removal that fails
 * is dropped and counted: its entries are skipped by lookups. {@link #round} runs on one thread.
 */
final class Remover {
  private static final Logger LOG = LoggerFactory.getLogger(Remover.class);

  /** Rows of a batch. */
  static final int BATCH = 1_000;

  private final RemovalQueue queue;
  private final EntrySender sender;
  private final IndexRegionMetrics metrics;
  private final Duration timeout;
  private final Consumer<List<Entry>> removed;

  /**
   * Creates the remover.
   *
   * @param timeout longest time of a batch's calls
   * @param removed is told what was removed
   */
  Remover(
      RemovalQueue queue,
      EntrySender sender,
      IndexRegionMetrics metrics,
      Duration timeout,
      Consumer<List<Entry>> removed) {
    this.queue = queue;
    this.sender = sender;
    this.metrics = metrics;
    this.timeout = timeout;
    this.removed = removed;
  }

  /** Removes what is due, in as many batches as that takes. */
  void round() {
    List<RemovalQueue.Item> due = queue.takeDue(BATCH);
    while (!due.isEmpty() && !Thread.currentThread().isInterrupted()) {
      remove(due);
      due = queue.takeDue(BATCH);
    }
  }

  private void remove(List<RemovalQueue.Item> due) {
    List<Entry> entries = new ArrayList<>();
    int rows = 0;
    for (RemovalQueue.Item item : due) {
      rows += add(item, entries);
    }
    if (entries.isEmpty()) {
      return;
    }
    try {
      sender.removeNow(entries, timeout);
      metrics.removed(entries.size());
      removed.accept(entries);
    } catch (InterruptedException e) {
      metrics.removalsDropped(rows);
      Thread.currentThread().interrupt();
    } catch (IOException | ExecutionException | TimeoutException | RuntimeException e) {
      metrics.removalsDropped(rows);
      LOG.warn("{} superseded index entries stay: lookups skip them", entries.size(), e);
    }
  }

  /**
   * Adds what may be removed of a row. A row that is being written waits once more.
   *
   * @return the number of rows that were added, 0 or 1
   */
  private int add(RemovalQueue.Item item, List<Entry> entries) {
    IndexedRegion region = item.region();
    try (IndexedRegion.FreeRow free = region.free(item.removal().row())) {
      if (free == null && queue.offer(region, item.removal())) {
        return 0;
      }
      List<Entry> some = free == null ? null : region.removable(item.removal());
      if (some != null) {
        entries.addAll(some);
        return 1;
      }
    } catch (IOException | RuntimeException e) { // a closing region throws either
      LOG.debug("superseded index entries of a row stay", e);
    }
    metrics.removalsDropped(1);
    return 0;
  }
}
