// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.stall;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;

/** Reads from {@code /proc/stat} how long the hypervisor kept runnable CPUs from this machine. */
final class StealTime {
  private static final int STEAL_COLUMN = 8;

  /** Linux reports in hundredths of a second, whatever the kernel's own clock is. */
  private static final double MS_PER_TICK = 10;

  private StealTime() {}

  /** Milliseconds since the start, all CPUs together; empty on kernels without this column. */
  static OptionalDouble parse(String text) {
    String[] columns = text.lines().findFirst().orElse("").trim().split("\\s+", -1);
    return columns.length > STEAL_COLUMN && columns[0].equals("cpu")
        ? OptionalDouble.of(MS_PER_TICK * Long.parseLong(columns[STEAL_COLUMN]))
        : OptionalDouble.empty();
  }

  /** Number of CPUs, at least 1. */
  static long cpus(String text) {
    return Math.max(1, text.lines().filter(line -> line.matches("cpu\\d+ .*")).count());
  }

  /** The file's text; empty without the file. */
  static String read(Path file) throws IOException {
    return Files.isReadable(file) ? Files.readString(file) : "";
  }
}
