// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.load.CommitRun;
import io.lighter.benchmarks.experiment.load.LoadRun;
import io.lighter.benchmarks.experiment.load.MeasuredRun;
import io.lighter.benchmarks.experiment.load.MergeRun;
import io.lighter.benchmarks.experiment.load.ReadWindow;
import io.lighter.benchmarks.experiment.load.ReadWindow.Kind;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** What the units of a run contribute to the figures of {@code bench tiers}. Stateless. */
final class TierParts {
  private static final double COMMITS = 10_000;

  /**
   * A quotient of a unit, whose sums over units are divided.
   *
   * @param numerator such as the gets of a window
   * @param denominator such as its seconds
   */
  record Quotient(double numerator, double denominator) {}

  private TierParts() {}

  /** The units by number: windows, batches of commits, or one; none if the run is of others. */
  static Map<Integer, Quotient> of(LoadMeasure measure, MeasuredRun run) {
    return switch (measure) {
      case INSERT_RATE ->
          run instanceof LoadRun load
              ? Map.of(0, new Quotient(load.row().plan().rows(), load.settledSeconds()))
              : Map.of();
      case BY_FORMULA -> byFormula(run);
      case GET_RATE -> getRate(run);
      case HITS_KEPT -> run instanceof MergeRun merge ? hitsKept(merge) : Map.of();
      case COMMITS_LOST -> run instanceof CommitRun commits ? lost(commits) : Map.of();
      default -> throw new IllegalArgumentException(measure + " is not a figure of tiers");
    };
  }

  private static Map<Integer, Quotient> byFormula(MeasuredRun run) {
    if (!(run instanceof LoadRun load)) {
      return Map.of();
    }
    OptionalDouble expected = load.expectedWriteAmplification();
    return expected.isPresent()
        ? Map.of(0, new Quotient(load.writeAmplification(), expected.getAsDouble()))
        : Map.of();
  }

  private static Map<Integer, Quotient> getRate(MeasuredRun run) {
    Map<Integer, Quotient> parts = new TreeMap<>();
    run.reads()
        .of(Kind.GET)
        .forEach(
            window ->
                parts.put(window.number(), new Quotient(window.count(), window.span().seconds())));
    return parts;
  }

  /** Windows after the merges with windows before them, in their order. */
  private static Map<Integer, Quotient> hitsKept(MergeRun run) {
    List<ReadWindow> before = run.within(run.quiet());
    List<ReadWindow> after = run.within(run.after());
    Map<Integer, Quotient> parts = new TreeMap<>();
    for (int i = 0; i < Math.min(before.size(), after.size()); i++) {
      OptionalDouble kept = run.hitRatio(after.get(i));
      OptionalDouble first = run.hitRatio(before.get(i));
      if (kept.isPresent() && first.isPresent()) {
        parts.put(i, new Quotient(kept.getAsDouble(), first.getAsDouble()));
      }
    }
    return parts;
  }

  private static Map<Integer, Quotient> lost(CommitRun run) {
    Map<Integer, Quotient> parts = new TreeMap<>();
    for (CommitRun.Batch batch : run.batches()) {
      parts.put(parts.size(), new Quotient(COMMITS * batch.lost(), batch.acknowledged()));
    }
    return parts;
  }
}
