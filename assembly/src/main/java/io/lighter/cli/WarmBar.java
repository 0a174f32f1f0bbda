package io.lighter.cli;

import java.io.PrintWriter;
import java.util.function.Consumer;

/**
 * Shows progress: one line that is redrawn on a terminal, else a line for every tenth. Not
 * thread-safe.
 */
final class WarmBar implements Consumer<WarmTotals> {
  private static final String ERASE_LINE = "\r\u001b[K";
  private static final int STEP_PERCENT = 10;

  private final PrintWriter out;
  private final boolean terminal;
  private String shown = "";
  private int nextPercent;

  WarmBar(PrintWriter out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  @Override
  public void accept(WarmTotals totals) {
    String line = totals.describe();
    if (line.equals(shown)) {
      return;
    }
    if (terminal) {
      out.print(ERASE_LINE + line);
      out.flush();
    } else if (totals.servers() > 0 && totals.percent() >= nextPercent) {
      out.println(line);
      out.flush();
      nextPercent = (totals.percent() / STEP_PERCENT + 1) * STEP_PERCENT;
    }
    shown = line;
  }

  /** Leaves the line as it is and goes to the next. */
  void finish() {
    if (terminal && !shown.isEmpty()) {
      out.println();
      out.flush();
    }
  }
}
