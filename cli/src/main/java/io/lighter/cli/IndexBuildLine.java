// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ProgressLine;
import io.lighter.index.admin.BuildProgress;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Shows one step of a build, with the time that it may still take. Confined to a thread. */
final class IndexBuildLine {
  private final ProgressLine line;
  private final LongSupplier nanoClock;
  private final long begin;

  IndexBuildLine(PrintWriter out, boolean terminal, LongSupplier nanoClock) {
    this.line = new ProgressLine(out, terminal);
    this.nanoClock = nanoClock;
    this.begin = nanoClock.getAsLong();
  }

  void show(BuildProgress progress) {
    line.show(progress.percent(), progress.describe() + left(progress));
  }

  /** Parts take about the same time each. */
  private String left(BuildProgress progress) {
    if (progress.done() == 0 || progress.done() == progress.all()) {
      return "";
    }
    long soFar = TimeUnit.NANOSECONDS.toSeconds(nanoClock.getAsLong() - begin);
    return ", about %d s left"
        .formatted(soFar * (progress.all() - progress.done()) / progress.done());
  }

  /** Keeps the line and starts the next. */
  void finish() {
    line.finish();
  }
}
