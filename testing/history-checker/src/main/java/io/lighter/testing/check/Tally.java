package io.lighter.testing.check;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what happens. Thread-safe. */
final class Tally {
  private static final Logger LOG = LoggerFactory.getLogger(Tally.class);

  /** What is counted. */
  enum Event {
    /** Gets and multi-gets. */
    GET,
    /** Scans. */
    SCAN,
    /** Gets of a secondary replica. */
    REPLICA_GET,
    /** Gets of a secondary replica that failed: HBase does not promise that there is one. */
    REPLICA_GET_FAILED,
    /** Scans that were checked only in part, see {@link Disturbances}. */
    SCAN_CUT_SHORT,
    /** Results that a scan showed before their place, see {@link Disturbances}. */
    SHOWN_EARLY,
    /** Results of a scan that was not read on, so that they may have been shown early. */
    MAYBE_EARLY,
    /**
     * Reads that HBase's client gave up on because it kept asking a region server for a region that
     * had moved there and back and was split since. Nobody else was asked, so nothing was read.
     */
    LOCATION_STALE,
    /**
     * Answers that only a region server that came back can have given, see {@link Disturbances}.
     */
    SHOWN_BY_RETURNING_SERVER,
    /** Rows and counters compared with their history, absent ones included. */
    ROW_CHECKED,
    /** Changes of a row. */
    WRITE,
    INCREMENT,
    /** Compare-and-sets that were done. */
    COMPARE_AND_SET,
    /** Compare-and-sets that were refused: another writer was first, as far as HBase said. */
    COMPARE_AND_SET_REFUSED,
    /** Rows of the list that were written. */
    LINK,
    /** Rows of the list that were read on the way from one to the next. */
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
    /** Times when Lighter was switched off for a moment. */
    SWITCH,
    /** Steps of a migration of the store file tracker. */
    TRACKER_STEP,
    /** Requests that HBase refused, such as a split of a region that was just moved. */
    REFUSED,
    /** Reads that failed, which should not be. */
    READ_FAILED,
    /** Writes that failed at first, and were sent again. */
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

  /** Counts and logs a failed read or write, and keeps the first one's cause. */
  void addFailure(Event event, String what, Exception cause) {
    add(event);
    LOG.warn("{} failed", what, cause);
    firstFailure.compareAndSet(null, what + ": " + cause);
  }

  long get(Event event) {
    return counts.get(event).sum();
  }

  Optional<String> firstFailure() {
    return Optional.ofNullable(firstFailure.get());
  }
}
