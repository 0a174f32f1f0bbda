// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/** One line per step, redrawn in place, with a bar and the seconds that the step has taken. */
final class TerminalProgress implements Progress {
  private static final int BAR_WIDTH = 24;
  private static final int TITLE_WIDTH = 34;
  private static final String ERASE_LINE = "\r\u001b[K";
  private static final long REDRAW_NANOS = 100_000_000L;
  private static final double NANOS_PER_S = 1e9;

  private final PrintWriter out;
  private final LongSupplier nanoTime;

  // All guarded by this.
  private String title = "";
  private String text = "";
  private double fraction = -1;
  private long startedAt;
  private long drawnAt;

  TerminalProgress(PrintWriter out, LongSupplier nanoTime) {
    this.out = out;
    this.nanoTime = nanoTime;
  }

  @Override
  public synchronized void step(String next) {
    finish();
    title = next;
    text = "";
    fraction = -1;
    startedAt = nanoTime.getAsLong();
    draw();
  }

  @Override
  public synchronized void detail(String next) {
    text = next;
    draw();
  }

  @Override
  public synchronized void update(double done) {
    fraction = done;
    if (nanoTime.getAsLong() - drawnAt >= REDRAW_NANOS) {
      draw();
    }
  }

  @Override
  public synchronized void finish() {
    if (!title.isEmpty()) {
      out.println(ERASE_LINE + padded() + seconds());
      out.flush();
      title = "";
    }
  }

  private void draw() {
    drawnAt = nanoTime.getAsLong();
    out.print(ERASE_LINE + padded() + seconds() + "  " + bar() + text);
    out.flush();
  }

  private String bar() {
    if (fraction < 0) {
      return "";
    }
    double shown = Math.min(1, fraction);
    int full = (int) Math.round(shown * BAR_WIDTH);
    return "[%s%s] %3.0f %%  "
        .formatted("#".repeat(full), "-".repeat(BAR_WIDTH - full), 100 * shown);
  }

  private String padded() {
    return String.format(Locale.ROOT, "%-" + TITLE_WIDTH + "s", title);
  }

  private String seconds() {
    double elapsed = (nanoTime.getAsLong() - startedAt) / NANOS_PER_S;
    return String.format(Locale.ROOT, "%6.1f s", elapsed);
  }
}
