// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.benchmarks.experiment.SampleSeries;
import io.lighter.benchmarks.experiment.ServerSample;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The reads of a run.
 *
 * @param windows complete windows that have reads
 * @param samples counters of the servers in that time
 */
public record Reads(LoadWindows windows, SampleSeries samples) {
  /** The windows that count with reads of a kind. */
  public Stream<ReadWindow> of(ReadWindow.Kind kind) {
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

  /** Mean latency of scans in the worst window, relative to the median window; empty for few. */
  public OptionalDouble worstWindow() {
    double[] means =
        of(ReadWindow.Kind.SCAN)
            .filter(window -> window.count() > 0)
            .mapToDouble(window -> window.sent().getMean())
            .sorted()
            .toArray();
    return means.length < 2
        ? OptionalDouble.empty()
        : OptionalDouble.of(DoubleStream.of(means).max().orElseThrow() / means[means.length / 2]);
  }
}
