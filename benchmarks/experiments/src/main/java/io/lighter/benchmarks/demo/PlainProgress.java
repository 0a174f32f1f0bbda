// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.io.PrintWriter;

/** One line per step and detail, for files and pipes. */
final class PlainProgress implements Progress {
  private final PrintWriter out;

  PlainProgress(PrintWriter out) {
    this.out = out;
  }

  @Override
  public synchronized void step(String title) {
    out.println(title);
    out.flush();
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
  public void finish() {
    // Every line is complete already.
  }
}
