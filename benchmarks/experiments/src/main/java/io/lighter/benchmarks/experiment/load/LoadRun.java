// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.benchmarks.experiment.TimeSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * What was measured in the load of one engine.
 *
 * @param repeat number from 1
 * @param span from the first to the last insert
 * @param reads reads beside the inserts
 * @param inserts latencies of inserts from when they were due, microseconds
 * @param log flushes and compactions, also those that ended after the load
 * @param failures reasons why the run does not count; empty if it does
 */
public record LoadRun(
    Row row,
    int repeat,
    TimeSpan span,
    Reads reads,
    Histogram inserts,
    StoreLog log,
    List<SpaceSample> space,
    List<String> failures)
    implements MeasuredRun {

  /**
   * A file of a flush is in HDFS before HBase logs it. A flush that is logged this long after a
   * sample counts as live data of the sample.
   */
  private static final Duration FLUSH_TIME = Duration.ofSeconds(5);

  /** The same time without a rate of inserts, where flushes follow each other quickly. */
  private static final Duration UNLIMITED_FLUSH_TIME = Duration.ofSeconds(1);

  /** Copies the lists. */
  public LoadRun {
    space = List.copyOf(space);
    failures = List.copyOf(failures);
  }

  /** The same run with these further reasons why it does not count. */
  LoadRun withFailures(List<String> further) {
    return new LoadRun(
        row,
        repeat,
        span,
        reads,
        inserts,
        log,
        space,
        Stream.concat(failures.stream(), further.stream()).toList());
  }

  /** Bytes that flushes and compactions wrote per byte that flushes wrote; NaN without flushes. */
  public double writeAmplification() {
    return ((double) log.flushedBytes() + log.compactedBytes()) / log.flushedBytes();
  }

  /** Write amplification of as many flushes of equal size by formula; empty without levels. */
  public OptionalDouble expectedWriteAmplification() {
    OptionalInt k = TierTables.filesOfLevel(row.engine());
    int flushes = log.flushes().size();
    return k.isPresent() && flushes > 0
        ? OptionalDouble.of(LevelFormula.writeAmplification(flushes, k.getAsInt()))
        : OptionalDouble.empty();
  }

  /** Bytes that compactions wrote per byte that flushes wrote; NaN without flushes. */
  public double compactedShare() {
    return (double) log.compactedBytes() / log.flushedBytes();
  }

  /**
   * The most space of the table per byte of live data, once half of the data was flushed; empty
   * without samples. A load has no row twice, so what was flushed is live.
   */
  public OptionalDouble peakSpace() {
    long half = log.flushedBytes() / 2;
    Duration early = row.plan().insertsPerSecond() == 0 ? UNLIMITED_FLUSH_TIME : FLUSH_TIME;
    return space.stream()
        .mapToDouble(
            sample -> {
              long live = log.flushedBytes(sample.time().plus(early));
              return live >= half && live > 0 ? (double) sample.bytes() / live : 0;
            })
        .filter(ratio -> ratio > 0)
        .max();
  }

  /** Most files at a time, when flushes and compactions had ended. */
  public long mostFiles() {
    return Stream.concat(
            log.flushes().stream().map(StoreLog.Flush::time),
            log.compactions().stream().map(StoreLog.Compaction::end))
        .mapToLong(log::files)
        .max()
        .orElse(0);
  }

  /** From the first insert until the last compaction had ended, seconds. */
  public double settledSeconds() {
    Instant end =
        log.compactions().stream()
            .map(StoreLog.Compaction::end)
            .filter(last -> last.isAfter(span.to()))
            .max(Comparator.naturalOrder())
            .orElse(span.to());
    return new TimeSpan(span.from(), end).seconds();
  }

  /** Part of the load's time in which a compaction ran, 0 to 1. */
  public double compactingShare() {
    Instant covered = span.from();
    double seconds = 0;
    for (StoreLog.Compaction compaction : byStart()) {
      Instant from = later(compaction.start(), covered);
      Instant to = compaction.end().isBefore(span.to()) ? compaction.end() : span.to();
      if (from.isBefore(to)) {
        seconds += new TimeSpan(from, to).seconds();
        covered = to;
      }
    }
    return span.seconds() > 0 ? seconds / span.seconds() : 0;
  }

  private List<StoreLog.Compaction> byStart() {
    return log.compactions().stream()
        .sorted(Comparator.comparing(StoreLog.Compaction::start))
        .toList();
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
