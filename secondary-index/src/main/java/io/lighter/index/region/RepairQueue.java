// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.common.MonotonicClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.ImmutableByteArray;

/**
 * Entries that lookups ask to remove, in the order of the requests. An entry waits as long as the
 * entries of a write do: a range lookup that began before the row got another key still meets it.
 * Bounded by number and by bytes, since the requests come from users. Thread-safe.
 */
final class RepairQueue {
  /** Bytes of rows and keys that wait. */
  static final long MOST_BYTES = 16L << 20;

  /**
   * An entry of a region.
   *
   * @param region the region of the request
   * @param begin moment of the request
   */
  record Item(EntryRepair region, EntryRepair.Stale stale, long begin) {}

  private record Key(TableName table, ImmutableByteArray row) {
    static Key of(Entry entry) {
      return new Key(entry.table(), ImmutableByteArray.wrap(entry.row()));
    }
  }

  private final MonotonicClock clock;
  private final long delayNanos;
  private final int most;

  /** The oldest first. Guarded by this. */
  private final Map<Key, Item> items = new LinkedHashMap<>();

  /** Guarded by this. */
  private long bytes;

  RepairQueue(MonotonicClock clock, Duration delay, int most) {
    this.clock = clock;
    this.delayNanos = delay.toNanos();
    this.most = most;
  }

  /** Adds an entry that is not there; false if the queue is full. */
  synchronized boolean offer(EntryRepair region, EntryRepair.Stale stale) {
    Key key = Key.of(stale.entry());
    Item present = items.get(key);
    if (present != null) {
      if (present.region() == region && present.stale().entry().stamp() == stale.entry().stamp()) {
        return true;
      }
      bytes -= bytes(items.remove(key)); // the region was opened anew, or the entry inserted anew
    }
    Item item = new Item(region, stale, clock.nanoTime());
    if (items.size() >= most || bytes + bytes(item) > MOST_BYTES) {
      return false;
    }
    items.put(key, item);
    bytes += bytes(item);
    return true;
  }

  /** Takes entries that have waited long enough, at most {@code number}. */
  synchronized List<Item> takeDue(int number) {
    List<Item> due = new ArrayList<>();
    Iterator<Item> oldest = items.values().iterator();
    while (due.size() < number && oldest.hasNext()) {
      Item item = oldest.next();
      if (clock.nanoTime() - item.begin() < delayNanos) {
        break;
      }
      oldest.remove();
      bytes -= bytes(item);
      due.add(item);
    }
    return due;
  }

  /** Forgets entries that have been removed otherwise. */
  synchronized void forget(List<Entry> removed) {
    for (Entry entry : removed) {
      Item item = items.get(Key.of(entry));
      if (item != null && item.stale().entry().stamp() <= entry.stamp()) {
        bytes -= bytes(items.remove(Key.of(entry)));
      }
    }
  }

  private static long bytes(Item item) {
    EntryRepair.Stale stale = item.stale();
    return (long) stale.row().length + stale.key().length + stale.entry().row().length;
  }

  synchronized int size() {
    return items.size();
  }
}
