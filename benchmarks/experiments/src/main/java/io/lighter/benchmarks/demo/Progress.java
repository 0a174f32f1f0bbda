// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.io.PrintWriter;
import picocli.CommandLine.Help.Ansi;

/** Reports progress to a person. Thread-safe. */
public interface Progress {
  /** Progress on a terminal as a redrawn line, otherwise as a line for each step. */
  static Progress on(PrintWriter out) {
    return Ansi.AUTO.enabled()
        ? new TerminalProgress(out, System::nanoTime)
        : new PlainProgress(out, System::nanoTime);
  }

  /** Ends the current step and starts the next. */
  void step(String title);

  /** Describes the current activity. */
  void detail(String text);

  /** Sets the completed fraction of the current step, 0 to 1. */
  void update(double fraction);

  /** Ends the last step. */
  void finish();
}
