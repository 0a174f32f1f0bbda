// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.run;

import io.lighter.tpcc.transaction.Outcome;
import io.lighter.tpcc.transaction.TransactionType;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Measurements of the terminals. Thread-safe, except that {@link #interval} is for one thread.
 *
 * <p>Latencies are in microseconds, of all transactions that did not fail, including rolled-back
 * New-Orders (clause 5.4.2).
 */
final class Measurements {
  private static final int DIGITS = 3;

  private final Map<TransactionType, Recorder> latencies = new EnumMap<>(TransactionType.class);
  private final Map<TransactionType, LongAdder> failures = new EnumMap<>(TransactionType.class);
  private final LongAdder rolledBack = new LongAdder();
  private final LongAdder skippedDeliveries = new LongAdder();
  private final AtomicReference<String> firstFailure = new AtomicReference<>();

  Measurements() {
    for (TransactionType type : TransactionType.values()) {
      latencies.put(type, new Recorder(DIGITS));
      failures.put(type, new LongAdder());
    }
  }

  void done(TransactionType type, Outcome outcome, long nanos) {
    latencies.get(type).recordValue(TimeUnit.NANOSECONDS.toMicros(nanos));
    if (outcome.rolledBack()) {
      rolledBack.increment();
    }
    skippedDeliveries.add(outcome.skippedDeliveries());
  }

  void failed(TransactionType type, Exception cause) {
    failures.get(type).increment();
    firstFailure.compareAndSet(null, type.label() + ": " + cause);
  }

  /** The latencies since the last call, or since the start. */
  Map<TransactionType, Histogram> interval() {
    Map<TransactionType, Histogram> interval = new EnumMap<>(TransactionType.class);
    latencies.forEach((type, recorder) -> interval.put(type, recorder.getIntervalHistogram()));
    return interval;
  }

  long failed(TransactionType type) {
    return failures.get(type).sum();
  }

  long failed() {
    return failures.values().stream().mapToLong(LongAdder::sum).sum();
  }

  long rolledBack() {
    return rolledBack.sum();
  }

  long skippedDeliveries() {
    return skippedDeliveries.sum();
  }

  Optional<String> firstFailure() {
    return Optional.ofNullable(firstFailure.get());
  }
}
