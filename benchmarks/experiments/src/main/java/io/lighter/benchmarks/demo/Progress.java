package io.lighter.benchmarks.demo;

import java.io.PrintWriter;
import picocli.CommandLine.Help.Ansi;

/** Tells a person what goes on. Thread-safe. */
public interface Progress {
  /** On a terminal, a line that is redrawn; elsewhere a line for each step. */
  static Progress on(PrintWriter out) {
    return Ansi.AUTO.enabled()
        ? new TerminalProgress(out, System::nanoTime)
        : new PlainProgress(out);
  }

  /** A new step begins, and with it the end of the one before. */
  void step(String title);

  /** What the current step is busy with. */
  void detail(String text);

  /** How much of the current step is done, 0 to 1. */
  void update(double fraction);

  /** The last step is over. */
  void finish();
}
