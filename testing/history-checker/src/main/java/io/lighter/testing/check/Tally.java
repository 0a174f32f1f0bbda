// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts events. Thread-safe. */
final class Tally {
  private static final Logger LOG = LoggerFactory.getLogger(Tally.class);

  /** Counted events. */
  enum Event {
    /** Gets and multi-gets. */
    GET,
    /** Scans. */
    SCAN,
    /** Gets of a secondary replica. */
    REPLICA_GET,
    /** Failed gets of a secondary replica, which HBase allows. */
    REPLICA_GET_FAILED,
    /** Scans that were checked in part, see {@link Disturbances}. */
    SCAN_CUT_SHORT,
    /** Results that a scan showed too early, see {@link Disturbances}. */
    SHOWN_EARLY,
    /** Last results of a scan that ended early, which may have been too early. */
    MAYBE_EARLY,
    /**
     * Reads that HBase's client gave up on without having reached the region, see {@link
     * CheckContext#readFailed}: after repeated requests to a region server for a region that had
     * moved there and back and was split since, or for want of the primary's location.
     */
    LOCATION_STALE,
    /** Answers that only a returned region server can have given, see {@link Disturbances}. */
    SHOWN_BY_RETURNING_SERVER,
    /** Rows and counters compared with their history, including absent ones. */
    ROW_CHECKED,
    /** Changes of a row. */
    WRITE,
    INCREMENT,
    /** Executed compare-and-sets. */
    COMPARE_AND_SET,
    /** Refused compare-and-sets, after another writer's change according to HBase. */
    COMPARE_AND_SET_REFUSED,
    /** Written rows of the list. */
    LINK,
    /** Rows of the list that were read by following links. */
    LINK_READ,
    FLUSH,
    /** Requests for a major compaction. */
    MAJOR_REQUEST,
    /** Requests for a minor compaction. */
    MINOR_REQUEST,
    SPLIT,
    MERGE,
    MOVE,
    BULK_LOAD,
    SNAPSHOT,
    /** Snapshots that were cloned and read. */
    CLONE,
    /** Short periods with Lighter switched off. */
    SWITCH,
    /** Steps of a migration of the store file tracker. */
    TRACKER_STEP,
    /** Changes of the table's engine, and back. */
    ENGINE_CHANGE,
    /** Changes of the table's tiers. */
    TIER_CHANGE,
    /** Storage policies that were set on some files by hand. */
    POLICY_CHANGE,
    /** Periods with full SSDs. */
    VOLUME_FILL,
    /** Looks at the table that found a file with the storage policy of a slower tier. */
    SLOW_TIER_SEEN,
    /** Region servers that were killed. */
    KILL,
    /** Lookups through an index by the blocking client. */
    LOOKUP,
    /** Lookups through an index by the non-blocking client. */
    ASYNC_LOOKUP,
    /** Rows that a lookup had to show or must not show, see {@code IndexHistory}. */
    JUDGED,
    /** Rows that are judged in the end only, after a change of unknown outcome. */
    RETIRED,
    /** Rows that a lookup had to show and did not. */
    ROW_MISSING,
    /** Rows that a lookup must not show and did. */
    ROW_FOREIGN,
    /** Rows that have no entry in the end for a key that they show. */
    ENTRY_LOST,
    /** Changes of rows with several writers. */
    CONTENDED_WRITE,
    /** Requests that HBase refused, such as a split of a just moved region. */
    REFUSED,
    /** Failed reads, which are errors. */
    READ_FAILED,
    /** Writes that failed at first and were retried. */
    WRITE_FAILED
  }

  private final Map<Event, LongAdder> counts = new EnumMap<>(Event.class);
  private final AtomicReference<String> firstFailure = new AtomicReference<>();

  Tally() {
    for (Event event : Event.values()) {
      counts.put(event, new LongAdder());
    }
  }

  void add(Event event) {
    add(event, 1);
  }

  void add(Event event, long count) {
    counts.get(event).add(count);
  }

  /** Counts and logs a failed read or write, and keeps the first cause. */
  void addFailure(Event event, String what, Exception cause) {
    add(event);
    LOG.warn("operation failed operation=\"{}\"", what, cause);
    firstFailure.compareAndSet(null, what + ": " + cause);
  }

  long get(Event event) {
    return counts.get(event).sum();
  }

  Optional<String> firstFailure() {
    return Optional.ofNullable(firstFailure.get());
  }
}
