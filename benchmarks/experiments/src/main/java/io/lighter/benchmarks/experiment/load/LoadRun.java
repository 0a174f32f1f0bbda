// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.benchmarks.experiment.SampleSeries;
import io.lighter.benchmarks.experiment.ServerSample;
import io.lighter.benchmarks.experiment.TimeSpan;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * What was measured in the load of one engine.
 *
 * @param repeat number from 1
 * @param load from the first to the last insert
 * @param windows complete windows of the load that have reads
 * @param inserts latencies of inserts from when they were due, microseconds
 * @param log flushes and compactions, also those that ended after the load
 * @param failures reasons why the run does not count; empty if it does
 */
public record LoadRun(
    Engine engine,
    int repeat,
    TimeSpan load,
    LoadWindows windows,
    Histogram inserts,
    StoreLog log,
    List<SpaceSample> space,
    SampleSeries samples,
    List<String> failures) {

  /**
   * A file of a flush is in HDFS before HBase logs it. A flush that is logged this long after a
   * sample counts as live data of the sample.
   */
  private static final Duration FLUSH_TIME = Duration.ofSeconds(5);

  /** Copies the lists. */
  public LoadRun {
    space = List.copyOf(space);
    failures = List.copyOf(failures);
  }

  /** Whether the run counts. */
  public boolean isValid() {
    return failures.isEmpty();
  }

  /** The same run with these further reasons why it does not count. */
  LoadRun withFailures(List<String> further) {
    return new LoadRun(
        engine,
        repeat,
        load,
        windows,
        inserts,
        log,
        space,
        samples,
        Stream.concat(failures.stream(), further.stream()).toList());
  }

  /** The windows that count with reads of a kind. */
  public Stream<ReadWindow> windows(ReadWindow.Kind kind) {
    return windows.counted().stream().filter(window -> window.kind() == kind);
  }

  /**
   * Blocks that reads of a window did not find in the block cache, those of indexes and Bloom
   * filters included; empty if no counters are known.
   */
  public OptionalLong missedBlocks(ReadWindow window) {
    return samples
        .between(window.span().from(), window.span().to())
        .map(ServerSample::misses)
        .map(OptionalLong::of)
        .orElse(OptionalLong.empty());
  }

  /** Bytes that flushes and compactions wrote per byte that flushes wrote; NaN without flushes. */
  public double writeAmplification() {
    return ((double) log.flushedBytes() + log.compactedBytes()) / log.flushedBytes();
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
    return space.stream()
        .mapToDouble(
            sample -> {
              long live = log.flushedBytes(sample.time().plus(FLUSH_TIME));
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

  /** Mean latency of scans in the worst window, relative to the median window; empty for few. */
  public OptionalDouble worstWindow() {
    double[] means =
        windows(ReadWindow.Kind.SCAN)
            .filter(window -> window.count() > 0)
            .mapToDouble(window -> window.sent().getMean())
            .sorted()
            .toArray();
    return means.length < 2
        ? OptionalDouble.empty()
        : OptionalDouble.of(DoubleStream.of(means).max().orElseThrow() / means[means.length / 2]);
  }
}
