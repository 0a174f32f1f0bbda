// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Reads complete tables for a short time. Takes the same code paths as the measured readers, so
 * that the JIT compiler has finished with them before a measurement. Confined to one thread.
 */
final class ReadWindows {
  private final Connection connection;
  private final int rows;
  private final ReadProblems problems;
  private final Progress progress;

  ReadWindows(Connection connection, int rows, ReadProblems problems, Progress progress) {
    this.connection = connection;
    this.rows = rows;
    this.problems = problems;
    this.progress = progress;
  }

  /** Reads both tables at {@link ReadPace#COMPILING}. */
  void compile(Duration length) throws IOException {
    try (Readers stock = compiling(Side.STOCK);
        Readers lighter = compiling(Side.LIGHTER)) {
      stock.expectComplete();
      lighter.expectComplete();
      TableTrial.pass(length, progress, () -> {});
    }
  }

  private Readers compiling(Side side) {
    return Readers.start(
        connection, side.table(), rows, ReadPace.COMPILING, new LatencyRecorder(), problems);
  }

  /**
   * Reads a table at {@link ReadPace#SETTLING}; returns trimmed means in milliseconds, 0 without an
   * operation.
   */
  Map<Operation, Double> read(Side side, Duration length) throws IOException {
    LatencyRecorder latencies = new LatencyRecorder();
    try (Readers readers =
        Readers.start(connection, side.table(), rows, ReadPace.SETTLING, latencies, problems)) {
      readers.expectComplete();
      latencies.enter(Phase.BEFORE);
      TableTrial.pass(length, progress, () -> {});
    }
    Map<Operation, Double> means = new EnumMap<>(Operation.class);
    for (Operation operation : Operation.values()) {
      means.put(operation, latencies.latency(operation, Phase.BEFORE).trimmedMs());
    }
    progress.detail(side.key() + ": " + describe(means));
    return means;
  }

  private static String describe(Map<Operation, Double> means) {
    return Arrays.stream(Operation.values())
        .map(
            operation ->
                String.format(Locale.ROOT, "%s %.2f ms", operation.label(), means.get(operation)))
        .collect(Collectors.joining(", "));
  }
}
