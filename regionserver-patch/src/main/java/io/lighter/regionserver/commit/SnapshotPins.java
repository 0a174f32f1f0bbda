// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import io.lighter.client.commit.CommitOutcomeUnknownException;
import io.lighter.client.commit.SnapshotGoneException;
import io.lighter.client.commit.TooManyTransactionsException;
import io.lighter.client.commit.TransactionId;
import io.lighter.common.MonotonicClock;
import io.lighter.common.config.LighterOption;
import io.lighter.regionserver.commit.CommitOutcomes.Outcome;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The snapshots of one region. Each is pinned by an open scanner, which HBase's flushes and
 * compactions look at, and ends by a commit, by its client, by its age, or with the region.
 *
 * <p>Thread-safe; the lock is {@code this}. Scanners are opened and closed without it. An outcome
 * is remembered before its snapshot goes, so that a repeated commit finds one of both.
 */
final class SnapshotPins {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotPins.class);

  /** How long a repeated commit waits for the first one. A client repeats the call once more. */
  static final Duration COMMIT_WAIT = Duration.ofSeconds(30);

  private final PinSource source;
  private final OpenCount count;
  private final CommitOutcomes outcomes;
  private final Duration maxAge;
  private final MonotonicClock clock;

  /** Guarded by this. */
  private final Map<TransactionId, Pin> open = new HashMap<>();

  /** Whether the region closes. Guarded by this. */
  private boolean closed;

  /** Opens a scanner at the region's present read point, which it pins. */
  @FunctionalInterface
  interface PinSource {
    RegionScanner open() throws IOException;
  }

  /** A snapshot, and the scanner that pins it. */
  final class Pin {
    private final TransactionId id;
    private final String owner;
    private final RegionScanner scanner;
    private final long readPoint;
    private final long sinceNanos;

    /** Whether a commit uses the snapshot, which then does not end by its age. */
    private boolean committing; // guarded by SnapshotPins

    Pin(TransactionId id, String owner, RegionScanner scanner, long sinceNanos) {
      this.id = id;
      this.owner = owner;
      this.scanner = scanner;
      this.readPoint = scanner.getMvccReadPoint();
      this.sinceNanos = sinceNanos;
    }

    TransactionId id() {
      return id;
    }

    /** The sequence id of the last write that the snapshot shows. */
    long readPoint() {
      return readPoint;
    }

    private boolean isOld() {
      return clock.nanoTime() - sinceNanos >= maxAge.toNanos();
    }

    private void close() {
      count.remove();
      try {
        scanner.close();
      } catch (IOException | RuntimeException e) { // its read point is released first
        LOG.warn("cannot close the scanner of a snapshot: {}", id, e);
      }
    }
  }

  /**
   * Creates the empty set of a region's snapshots.
   *
   * @param count open transactions of the region server
   * @param outcomes last commits of the region server
   * @param maxAge age at which a snapshot ends
   */
  SnapshotPins(
      PinSource source,
      OpenCount count,
      CommitOutcomes outcomes,
      Duration maxAge,
      MonotonicClock clock) {
    this.source = source;
    this.count = count;
    this.outcomes = outcomes;
    this.maxAge = maxAge;
    this.clock = clock;
  }

  /**
   * Opens a snapshot. Has no effect if the transaction has one.
   *
   * @param owner name of the user, who alone may use the snapshot
   * @throws TooManyTransactionsException if the region server has too many open transactions
   * @throws NotServingRegionException if the region closes
   */
  void begin(TransactionId id, String owner) throws IOException {
    synchronized (this) {
      requireNotClosed();
      Pin before = open.get(id);
      if (before != null && before.owner.equals(owner)) {
        return;
      }
    }
    if (!count.tryAdd()) {
      throw new TooManyTransactionsException(
          "%s = %d: expected fewer open transactions on this region server"
              .formatted(LighterOption.TRANSACTIONS_MAX_OPEN.key(), count.most()));
    }
    Pin pin = null;
    try {
      pin = new Pin(id, owner, source.open(), clock.nanoTime());
    } finally {
      if (pin == null) {
        count.remove();
      }
    }
    boolean added = false;
    try {
      synchronized (this) {
        requireNotClosed();
        added = open.putIfAbsent(id, pin) == null;
      }
    } finally {
      if (!added) { // the region closes, or the same call runs twice
        pin.close();
      }
    }
  }

  private void requireNotClosed() throws NotServingRegionException {
    if (closed) {
      throw new NotServingRegionException("region closes, and begins no transaction");
    }
  }

  /**
   * The read point of a snapshot that is still pinned.
   *
   * @throws SnapshotGoneException if the snapshot has ended
   */
  synchronized long readPoint(TransactionId id, String owner) throws SnapshotGoneException {
    return find(id, owner).readPoint;
  }

  /** An old snapshot has ended, even if the timer is late, except for a commit that runs. */
  private Pin find(TransactionId id, String owner) throws SnapshotGoneException {
    Pin pin = open.get(id);
    if (pin == null || !pin.owner.equals(owner) || (!pin.committing && pin.isOld())) {
      throw gone(id);
    }
    return pin;
  }

  private SnapshotGoneException gone(TransactionId id) {
    return new SnapshotGoneException(
        "snapshot of %s = none: expected one that began here less than %d ms ago (%s)"
            .formatted(id, maxAge.toMillis(), LighterOption.TRANSACTIONS_MAX_AGE.key()));
  }

  /**
   * Takes a snapshot for a commit. One of {@link #applied}, {@link #refused}, {@link #failed} and
   * {@link #unknown} has to follow. Waits for an earlier call of the same commit.
   *
   * @return empty if the transaction was applied before
   * @throws SnapshotGoneException if the snapshot has ended
   * @throws CommitOutcomeUnknownException if an earlier call has failed without telling its outcome
   */
  synchronized Optional<Pin> startCommit(TransactionId id, String owner) throws IOException {
    long startNanos = clock.nanoTime();
    while (true) {
      Optional<Outcome> outcome = outcomes.of(id);
      if (outcome.isPresent()) {
        return switch (outcome.get()) {
          case APPLIED -> Optional.empty();
          case UNKNOWN ->
              throw new CommitOutcomeUnknownException(
                  "an earlier attempt of " + id + " has failed while it wrote");
        };
      }
      Pin pin = find(id, owner);
      if (!pin.committing) {
        pin.committing = true;
        return Optional.of(pin);
      }
      long leftNanos = COMMIT_WAIT.toNanos() - (clock.nanoTime() - startNanos);
      if (leftNanos <= 0) {
        throw new RegionTooBusyException("an earlier attempt of " + id + " still runs");
      }
      try {
        wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(leftNanos)));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        InterruptedIOException interrupted = new InterruptedIOException("wait for a commit");
        interrupted.initCause(e);
        throw interrupted;
      }
    }
  }

  /** Ends a snapshot whose transaction was applied. */
  void applied(Pin pin) {
    outcomes.add(pin.id, Outcome.APPLIED);
    remove(pin);
  }

  /** Ends a snapshot whose transaction may have been applied in spite of a failure. */
  void unknown(Pin pin) {
    outcomes.add(pin.id, Outcome.UNKNOWN);
    remove(pin);
  }

  /** Ends a snapshot whose transaction was refused, and would be again. */
  void refused(Pin pin) {
    remove(pin);
  }

  /**
   * Leaves a snapshot open, since nothing was written for a passing reason. Ends it if the region
   * has begun to close.
   */
  void failed(Pin pin) {
    synchronized (this) {
      if (!closed) {
        pin.committing = false;
        notifyAll();
        return;
      }
    }
    remove(pin);
  }

  private void remove(Pin pin) {
    synchronized (this) {
      open.remove(pin.id);
      notifyAll();
    }
    pin.close();
  }

  /** Ends a snapshot without a commit. Has no effect on one that commits, or has ended. */
  void end(TransactionId id, String owner) {
    Pin pin;
    synchronized (this) {
      pin = open.get(id);
      if (pin == null || pin.committing || !pin.owner.equals(owner)) {
        return;
      }
      open.remove(id);
    }
    pin.close();
  }

  /** Ends the snapshots that are too old. Called by the timer. */
  void endOld() {
    List<Pin> old = new ArrayList<>();
    synchronized (this) {
      open.values().removeIf(pin -> !pin.committing && pin.isOld() && old.add(pin));
    }
    for (Pin pin : old) {
      LOG.debug("snapshot has ended by its age: {}", pin.id);
      pin.close();
    }
  }

  /**
   * Ends all snapshots, and refuses new ones: the region closes. A commit that runs goes on, and
   * ends its own.
   */
  void close() {
    List<Pin> all = new ArrayList<>();
    synchronized (this) {
      closed = true;
      open.values().removeIf(pin -> !pin.committing && all.add(pin));
    }
    all.forEach(Pin::close);
  }
}
