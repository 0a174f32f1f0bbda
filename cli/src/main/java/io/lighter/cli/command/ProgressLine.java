// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.command;

import java.io.PrintWriter;

/**
 * Shows progress: on a terminal one line that is redrawn, otherwise a line for every tenth. Not
 * thread-safe.
 */
public final class ProgressLine {
  private static final String ERASE_LINE = "\r\u001b[K";
  private static final int STEP_PERCENT = 10;

  private final PrintWriter out;
  private final boolean terminal;
  private String shown = "";
  private int nextPercent;

  public ProgressLine(PrintWriter out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  public void show(int percent, String line) {
    showOnTerminal(line);
    if (!terminal && percent >= nextPercent) {
      out.println(line);
      out.flush();
      nextPercent = (percent / STEP_PERCENT + 1) * STEP_PERCENT;
    }
  }

  /** Shows text on terminals only. */
  public void showOnTerminal(String line) {
    if (terminal && !line.equals(shown)) {
      out.print(ERASE_LINE + line);
      out.flush();
      shown = line;
    }
  }

  /** Keeps the line and starts the next. */
  public void finish() {
    if (!shown.isEmpty()) {
      out.println();
      out.flush();
    }
  }
}
