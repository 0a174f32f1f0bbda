// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.common.MonotonicClock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * Inserts the entries of a batch: all servers in parallel, one deadline. Nothing is taken back
 * after a failure, since a batch that failed may still be replayed from the WAL; an entry too many
 * is only a read too many. Thread-safe.
 */
final class EntryWriter {
  private final EntryStore store;
  private final EntrySender sender;
  private final Breaker breaker;
  private final IndexRegionMetrics metrics;
  private final MonotonicClock clock;
  private final Duration timeout;

  EntryWriter(
      EntryStore store,
      EntrySender sender,
      Breaker breaker,
      IndexRegionMetrics metrics,
      MonotonicClock clock,
      Duration timeout) {
    this.store = store;
    this.sender = sender;
    this.breaker = breaker;
    this.metrics = metrics;
    this.clock = clock;
    this.timeout = timeout;
  }

  /**
   * Inserts entries durably.
   *
   * @throws RegionTooBusyException if that did not succeed in time, for the client to try again
   */
  void insert(List<Entry> entries) throws IOException {
    long begin = clock.nanoTime();
    Map<RegionInfo, CompletableFuture<Void>> calls = Map.of();
    try {
      calls = sender.insert(byPlace(entries, begin));
      for (CompletableFuture<Void> call : calls.values()) {
        Void unused = call.get(left(begin), TimeUnit.NANOSECONDS);
      }
      metrics.inserted(entries.size(), TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - begin));
    } catch (TimeoutException e) {
      refuse(calls);
      throw failed("no answer within " + timeout.toMillis() + " ms", e);
    } catch (ExecutionException e) {
      refuse(calls); // the client of HBase gives up at about the same time
      throw failed(String.valueOf(e.getCause()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted: index entries").initCause(e);
    }
  }

  private Map<EntryStore.Place, List<Entry>> byPlace(List<Entry> entries, long begin)
      throws IOException, InterruptedException, ExecutionException, TimeoutException {
    Map<EntryStore.Place, List<Entry>> places = new LinkedHashMap<>();
    for (Entry entry : entries) {
      EntryStore.Place place = store.placeOf(entry).get(left(begin), TimeUnit.NANOSECONDS);
      String region = place.region().getEncodedName();
      if (breaker.refuses(region)) {
        metrics.refusedByBreaker();
        throw new RegionTooBusyException(
            "index %s: its region %s has just timed out".formatted(entry.table(), region));
      }
      places.computeIfAbsent(place, p -> new ArrayList<>()).add(entry);
    }
    return places;
  }

  private void refuse(Map<RegionInfo, CompletableFuture<Void>> calls) {
    calls.forEach(
        (region, call) -> {
          if (!call.isDone() || call.isCompletedExceptionally()) {
            breaker.refuse(region.getEncodedName());
          }
        });
  }

  private long left(long begin) {
    return Math.max(0, timeout.toNanos() - (clock.nanoTime() - begin));
  }

  private IOException failed(String why, Throwable cause) {
    metrics.insertFailed();
    IOException busy = new RegionTooBusyException("index entries are not written: " + why);
    return (IOException) busy.initCause(cause);
  }
}
