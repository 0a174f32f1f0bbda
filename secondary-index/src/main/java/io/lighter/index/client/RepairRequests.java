// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import io.lighter.index.spec.RepairRequest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the regions of rows to remove stale entries, in the background. The region judges by itself:
 * an entry may belong to a write that has not been committed yet. Lookups do not wait for the
 * requests, nor fail with them.
 *
 * <p>One call is under way at a time. What does not fit within the limits is dropped and counted,
 * and so are the entries of a call that fails: a later lookup meets them again. An entry that was
 * asked for is not asked for again within {@link #AGAIN}. Thread-safe.
 */
final class RepairRequests implements StaleEntries {
  /** Entries that wait. */
  static final int MOST_WAITING = 1_000;

  /** Entries of a call. */
  static final int MOST_IN_CALL = 100;

  /** Entries that are taken in a second. */
  static final int MOST_A_SECOND = 1_000;

  /** Entries that are remembered; of two with one hash, the second one may be left out. */
  static final int MOST_REMEMBERED = 10_000;

  static final Duration AGAIN = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(RepairRequests.class);

  private record Request(OpenIndex index, Entry entry) {}

  private final LookupStats stats;
  private final LongSupplier nanoClock;

  /** Guarded by this. */
  private final Deque<Request> waiting = new ArrayDeque<>();

  /** Hashes of entries with the moments of their requests, the oldest first. Guarded by this. */
  private final Map<Long, Long> asked = new LinkedHashMap<>();

  /** Guarded by this. */
  private boolean calling;

  /** Begin of the second that {@link #taken} counts. Guarded by this. */
  private long secondBegin;

  /** Guarded by this. */
  private int taken;

  RepairRequests(LookupStats stats, LongSupplier nanoClock) {
    this.stats = stats;
    this.nanoClock = nanoClock;
    this.secondBegin = nanoClock.getAsLong();
  }

  @Override
  public void met(OpenIndex index, List<Entry> entries) {
    synchronized (this) {
      long now = nanoClock.getAsLong();
      entries.forEach(entry -> take(new Request(index, entry), now));
      if (calling || waiting.isEmpty()) {
        return;
      }
      calling = true;
    }
    call();
  }

  private void take(Request request, long now) {
    long hash = hash(request);
    Long before = asked.get(hash);
    if (before != null && now - before < AGAIN.toNanos()) {
      return;
    }
    if (now - secondBegin >= TimeUnit.SECONDS.toNanos(1)) {
      secondBegin = now;
      taken = 0;
    }
    if (waiting.size() >= MOST_WAITING || taken >= MOST_A_SECOND) {
      stats.repairsDropped(1);
      return;
    }
    taken++;
    waiting.add(request);
    Long unused = asked.remove(hash); // to the end of the order
    asked.put(hash, now);
    if (asked.size() > MOST_REMEMBERED) {
      asked.remove(asked.keySet().iterator().next());
    }
  }

  private static long hash(Request request) {
    Entry entry = request.entry();
    long hash = request.index().spec().name().hashCode();
    hash = 1_000_003 * hash + Bytes.hashCode(entry.key());
    hash = 1_000_003 * hash + Bytes.hashCode(entry.row());
    return 1_000_003 * hash + Long.hashCode(entry.stamp());
  }

  /** Asks for what waits, call by call; {@link #calling} is true. */
  private void call() {
    List<Get> gets = new ArrayList<>();
    OpenIndex index;
    synchronized (this) {
      index = waiting.element().index();
      while (gets.size() < MOST_IN_CALL
          && !waiting.isEmpty()
          && isSame(index, waiting.element().index())) {
        gets.add(get(waiting.remove()));
      }
    }
    CompletableFuture<?> unused =
        requested(index, gets)
            .whenComplete(
                (ignored, failure) -> {
                  if (failure == null) {
                    stats.repairsAsked(gets.size());
                  } else {
                    stats.repairsDropped(gets.size());
                    LOG.debug("{} stale entries of {} stay", gets.size(), index.table(), failure);
                  }
                  next();
                });
  }

  /** The client of HBase throws if its connection has been closed. */
  private static CompletableFuture<?> requested(OpenIndex index, List<Get> gets) {
    try {
      return index.reads().requests(gets);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Each lookup opens the index anew. */
  private static boolean isSame(OpenIndex one, OpenIndex other) {
    return one.sameAs(other) && one.spec().name().equals(other.spec().name());
  }

  private void next() {
    synchronized (this) {
      calling = !waiting.isEmpty();
      if (!calling) {
        return;
      }
    }
    call();
  }

  /** The columns are those that the user of lookups may read. */
  private static Get get(Request request) {
    Entry entry = request.entry();
    Get get = new Get(entry.row()).setCheckExistenceOnly(true);
    request.index().columns().addTo(get);
    return get.setAttribute(
        RepairRequest.ATTRIBUTE,
        new RepairRequest(request.index().spec().name(), entry.key(), entry.stamp()).toBytes());
  }
}
