// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ProgressLine;
import java.io.PrintWriter;
import java.util.function.Consumer;

/** Shows the progress of a warm-up. Not thread-safe. */
final class WarmBar implements Consumer<WarmTotals> {
  private final ProgressLine line;

  WarmBar(PrintWriter out, boolean terminal) {
    this.line = new ProgressLine(out, terminal);
  }

  @Override
  public void accept(WarmTotals totals) {
    if (totals.servers() > 0) {
      line.show(totals.percent(), totals.describe());
    } else {
      line.showOnTerminal(totals.describe());
    }
  }

  /** Keeps the line and starts the next. */
  void finish() {
    line.finish();
  }
}
