// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalClusterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Measures the CPU load of this machine by Linux's accounting. Confined to one thread. */
public final class MachineLoad {
  private static final Path ACCOUNTING = Path.of("/proc/stat");
  private static final double QUIET = 0.25;
  private static final long WINDOW_NANOS = Duration.ofSeconds(1).toNanos();
  private static final int IDLE_COLUMN = 3;
  private static final int IO_WAIT_COLUMN = 4;

  private Ticks last = new Ticks(0, 0);
  private long lastNanos;
  private double busy;

  private record Ticks(long idle, long all) {}

  /**
   * Waits until the CPU load of a second is below a quarter, or for {@code limit}.
   *
   * @return CPU load of the last second, 0 to 1
   */
  public double awaitQuiet(Duration limit) throws IOException {
    if (!Files.isReadable(ACCOUNTING)) {
      return 0;
    }
    next();
    try {
      Await.until(
          "an idle machine",
          limit.plusNanos(WINDOW_NANOS),
          () -> System.nanoTime() - lastNanos >= WINDOW_NANOS && next() < QUIET);
    } catch (LocalClusterException e) {
      return busy; // as quiet as it gets
    }
    return busy;
  }

  private double next() throws IOException {
    Ticks now = read();
    long all = now.all - last.all;
    busy = all == 0 ? 0 : 1 - (double) (now.idle - last.idle) / all;
    last = now;
    lastNanos = System.nanoTime();
    return busy;
  }

  private static Ticks read() throws IOException {
    try (var lines = Files.lines(ACCOUNTING)) {
      String first = lines.findFirst().orElseThrow();
      List<Long> columns =
          List.of(first.trim().split("\\s+")).stream().skip(1).map(Long::parseLong).toList();
      return new Ticks(
          columns.get(IDLE_COLUMN) + columns.get(IO_WAIT_COLUMN),
          columns.stream().mapToLong(Long::longValue).sum());
    }
  }
}
