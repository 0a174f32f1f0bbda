// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** The picture of the report for a terminal: gets of both tables over time, on one scale. */
final class Sparklines {
  private static final int MAX_COLUMNS = 68;
  private static final int TITLE_WIDTH = 9;

  /** Widths of a column to choose from, in tenths of a second. */
  private static final int[] SLOTS_PER_COLUMN = {5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000};

  private Sparklines() {}

  /** The picture; a line that says so if there was no get. */
  static String of(TableReport stock, TableReport lighter, Glyphs glyphs) {
    double from = Math.min(stock.span().from(), lighter.span().from());
    double to = Math.max(stock.span().to(), lighter.span().to());
    int slots = slotsPerColumn(from, to);
    int first = column(from, slots);
    int columns = Math.min(MAX_COLUMNS, column(to, slots) - first + 1);
    List<OptionalDouble> stockMeans = stock.gets().means(first, columns, slots);
    List<OptionalDouble> lighterMeans = lighter.gets().means(first, columns, slots);
    Optional<Scale> scale = Scale.common(List.of(stockMeans, lighterMeans));
    StringBuilder text = new StringBuilder();
    if (scale.isEmpty()) {
      return "gets over time: there was no get" + System.lineSeparator();
    }
    line(text, legend(scale.get(), glyphs, slots));
    line(text, titled(Side.STOCK.title(), glyphs.line(stockMeans, scale.get())));
    line(text, titled("", marks(stock.span(), first, slots)));
    line(text, titled(Side.LIGHTER.title(), glyphs.line(lighterMeans, scale.get())));
    line(text, titled("", marks(lighter.span(), first, slots)));
    line(text, "S compaction starts, C its output is committed, W warm-up ends");
    return text.toString();
  }

  private static String legend(Scale scale, Glyphs glyphs, int slots) {
    return String.format(
        Locale.ROOT,
        "gets over time, mean: %c %.2f to %c %.2f ms, %s scale; %.1f s a column",
        glyphs.lowest(),
        scale.min(),
        glyphs.highest(),
        scale.max(),
        scale.logarithmic() ? "log" : "linear",
        slots * Course.SLOT_MS / 1_000.0);
  }

  /**
   * Marks below a line; a mark whose column is taken moves to the right. A warm-up that ends after
   * the last phase has no mark.
   */
  private static String marks(Span span, int first, int slots) {
    StringBuilder marks = new StringBuilder();
    mark(marks, 'S', column(0, slots) - first);
    mark(marks, 'C', column(span.commit(), slots) - first);
    if (span.hasWarmup() && span.warmupEnd() <= span.to()) {
      mark(marks, 'W', column(span.warmupEnd(), slots) - first);
    }
    return marks.toString();
  }

  private static void mark(StringBuilder marks, char mark, int column) {
    while (marks.length() < column) {
      marks.append(' ');
    }
    marks.append(mark);
  }

  private static int slotsPerColumn(double from, double to) {
    for (int slots : SLOTS_PER_COLUMN) {
      if (column(to, slots) - column(from, slots) < MAX_COLUMNS) {
        return slots;
      }
    }
    return SLOTS_PER_COLUMN[SLOTS_PER_COLUMN.length - 1];
  }

  private static int column(double seconds, int slots) {
    return (int) Math.floor(seconds * 1_000 / Course.SLOT_MS / slots);
  }

  private static String titled(String title, String line) {
    return String.format(Locale.ROOT, "%-" + TITLE_WIDTH + "s%s", title, line).stripTrailing();
  }

  private static void line(StringBuilder text, String line) {
    text.append(line).append(System.lineSeparator());
  }
}
