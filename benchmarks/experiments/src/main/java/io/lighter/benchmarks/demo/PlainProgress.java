// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/** One line per step, with its seconds at its end, and per detail; for files and pipes. */
final class PlainProgress implements Progress {
  private static final double NANOS_PER_S = 1e9;

  private final PrintWriter out;
  private final LongSupplier nanoTime;

  // Both guarded by this.
  private boolean started;
  private long startedAt;

  PlainProgress(PrintWriter out, LongSupplier nanoTime) {
    this.out = out;
    this.nanoTime = nanoTime;
  }

  @Override
  public synchronized void step(String title) {
    finish();
    out.println(title);
    out.flush();
    started = true;
    startedAt = nanoTime.getAsLong();
  }

  @Override
  public synchronized void detail(String text) {
    out.println("  " + text);
    out.flush();
  }

  @Override
  public void update(double fraction) {
    // Fractions are for interactive terminals.
  }

  @Override
  public synchronized void finish() {
    if (started) {
      double seconds = (nanoTime.getAsLong() - startedAt) / NANOS_PER_S;
      detail(String.format(Locale.ROOT, "took %.1f s", seconds));
      started = false;
    }
  }
}
