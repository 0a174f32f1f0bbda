// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.load.LoadRun;
import io.lighter.benchmarks.experiment.load.MeasuredRun;
import io.lighter.benchmarks.experiment.load.MergeRun;
import io.lighter.benchmarks.experiment.load.ReadRun;
import io.lighter.benchmarks.experiment.load.ReadWindow;
import io.lighter.benchmarks.experiment.load.ReadWindow.Kind;
import io.lighter.benchmarks.experiment.load.Reads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * A figure of an engine, alone or relative to another engine's, over all of its valid runs.
 *
 * <p>The units of a {@link Bootstrap} are windows for latencies and blocks, and runs for all else.
 * A ratio of reads has pairs of windows with equal numbers in each repeat. Both stores then have
 * the same rows, since pairs of runs are left out whose loads took different times. Reads after a
 * load meet all rows in any case.
 *
 * @param value the figure; empty if the runs do not have it
 * @param interval confidence interval; empty with one unit
 * @param runs number of runs, or of pairs of runs
 * @param n number of units
 * @param note why there is no value, or not one of all runs
 */
record LoadFigure(
    OptionalDouble value,
    Optional<Bootstrap.Interval> interval,
    int runs,
    int n,
    Optional<String> note) {
  private static final double P99 = 0.99;
  private static final double BYTES_PER_MB = 1 << 20;

  /** Part by which load times differ between runs that are no pair. */
  private static final double UNLIKE = 0.02;

  private static final double PERCENT = 100;

  /** What a unit contributes: latencies in microseconds, or a quotient of sums. */
  private record Part(Histogram latencies, double numerator, double denominator) {
    static Part of(Histogram latencies) {
      return new Part(latencies, 0, 0);
    }

    static Part of(double numerator, double denominator) {
      return new Part(new Histogram(3), numerator, denominator);
    }
  }

  /** The figure of these runs. */
  static LoadFigure alone(LoadMeasure measure, List<MeasuredRun> runs) {
    if (measure == LoadMeasure.GETS_BESIDE_MERGES) {
      return besideMerges(runs);
    }
    List<Part> parts = new ArrayList<>();
    List<Integer> runOf = new ArrayList<>();
    for (MeasuredRun run : runs) {
      for (Part part : parts(measure, run).values()) {
        parts.add(part);
        runOf.add(run.repeat());
      }
    }
    return figure(statistic(measure, parts), runOf, Optional.empty(), missing(runs.size(), "runs"));
  }

  /** Each window is a unit, and counts above or below. */
  private static LoadFigure besideMerges(List<MeasuredRun> runs) {
    List<Part> beside = new ArrayList<>();
    List<Part> quiet = new ArrayList<>();
    List<Integer> runOf = new ArrayList<>();
    Part none = Part.of(new Histogram(3));
    for (MeasuredRun run : runs) {
      if (run instanceof MergeRun merge) {
        for (ReadWindow window : merge.beside()) {
          beside.add(Part.of(window.sent()));
          quiet.add(none);
          runOf.add(run.repeat());
        }
        for (ReadWindow window : merge.within(merge.quiet())) {
          beside.add(none);
          quiet.add(Part.of(window.sent()));
          runOf.add(run.repeat());
        }
      }
    }
    PooledLatencies above = pooled(beside);
    PooledLatencies below = pooled(quiet);
    return figure(
        weights -> above.quantile(P99, weights) / below.quantile(P99, weights),
        runOf,
        Optional.empty(),
        missing(runs.size(), "runs"));
  }

  /** The figure of these runs relative to that of others, which have pairs of equal repeats. */
  static LoadFigure ratio(LoadMeasure measure, List<MeasuredRun> runs, List<MeasuredRun> others) {
    List<Part> first = new ArrayList<>();
    List<Part> second = new ArrayList<>();
    List<Integer> runOf = new ArrayList<>();
    int pairs = 0;
    int unlike = 0;
    for (MeasuredRun run : runs) {
      for (MeasuredRun other : others) {
        if (run.repeat() != other.repeat()) {
          continue;
        }
        pairs++;
        if (measure.isOfReads() && !haveSameRows(run, other)) {
          unlike++;
        } else {
          Map<Integer, Part> ofOther = parts(measure, other);
          parts(measure, run)
              .forEach(
                  (number, part) -> {
                    if (ofOther.containsKey(number)) {
                      first.add(part);
                      second.add(ofOther.get(number));
                      runOf.add(run.repeat());
                    }
                  });
        }
      }
    }
    ToDoubleFunction<int[]> above = statistic(measure, first);
    ToDoubleFunction<int[]> below = statistic(measure, second);
    return figure(
        weights -> above.applyAsDouble(weights) / below.applyAsDouble(weights),
        runOf,
        unlike > 0 ? Optional.of(unlike(unlike, pairs)) : Optional.empty(),
        missing(pairs, "pairs of runs"));
  }

  /** Whether reads meet the same rows, which all are there once a load has ended. */
  private static boolean haveSameRows(MeasuredRun run, MeasuredRun other) {
    return run instanceof ReadRun || isAlike(run.span().seconds(), other.span().seconds());
  }

  private static boolean isAlike(double seconds, double others) {
    return Math.abs(seconds - others) < UNLIKE * Math.min(seconds, others);
  }

  private static String unlike(int unlike, int pairs) {
    return "%d of %d pairs of runs left out, their load times differ by %.0f %% or more"
        .formatted(unlike, pairs, PERCENT * UNLIKE);
  }

  /** A note for a figure without a value. */
  private static String missing(int number, String what) {
    return number == 0
        ? "no %s count".formatted(what)
        : "none of %d %s has it".formatted(number, what);
  }

  /** What the figure says about an aim. */
  Aim.Verdict verdict(Aim aim) {
    return aim.verdict(interval, runs, n);
  }

  /**
   * The figure, with one of two notes.
   *
   * @param leftOut note on runs that are left out; empty without any
   * @param missing note for a figure without a value of which no run is left out
   */
  private static LoadFigure figure(
      ToDoubleFunction<int[]> statistic,
      List<Integer> runOf,
      Optional<String> leftOut,
      String missing) {
    double value = statistic.applyAsDouble(Bootstrap.once(runOf.size()));
    int runs = (int) runOf.stream().distinct().count();
    if (!Double.isFinite(value)) { // without a unit, 0 / 0
      return new LoadFigure(
          OptionalDouble.empty(),
          Optional.empty(),
          runs,
          runOf.size(),
          Optional.of(leftOut.orElse(missing)));
    }
    int[] trialOf = runOf.stream().mapToInt(Integer::intValue).toArray();
    return new LoadFigure(
        OptionalDouble.of(value),
        Bootstrap.STANDARD.interval(trialOf, statistic),
        runs,
        trialOf.length,
        leftOut);
  }

  private static ToDoubleFunction<int[]> statistic(LoadMeasure measure, List<Part> parts) {
    return switch (measure) {
      case SCAN_MEAN, GET_MEAN -> pooled(parts)::mean;
      case SCAN_P99, GET_P99 -> {
        PooledLatencies pooled = pooled(parts);
        yield weights -> pooled.quantile(P99, weights);
      }
      case LOAD_TIME,
          SETTLED_TIME,
          LARGEST_COMPACTION,
          WRITE_AMPLIFICATION,
          PEAK_SPACE,
          COMPACTED_SHARE,
          WORST_WINDOW,
          BLOCKS_PER_SCAN,
          BLOCKS_PER_GET,
          INSERT_RATE,
          GET_RATE,
          BY_FORMULA,
          HITS_KEPT,
          GETS_BESIDE_MERGES,
          COMMITS_LOST ->
          weights -> quotient(parts, weights);
    };
  }

  private static PooledLatencies pooled(List<Part> parts) {
    return new PooledLatencies(parts.stream().map(Part::latencies).toList());
  }

  private static double quotient(List<Part> parts, int[] weights) {
    double numerator = 0;
    double denominator = 0;
    for (int unit = 0; unit < weights.length; unit++) {
      numerator += weights[unit] * parts.get(unit).numerator();
      denominator += weights[unit] * parts.get(unit).denominator();
    }
    return numerator / denominator;
  }

  /** The parts of a run's units: by number of the window, or one. */
  private static Map<Integer, Part> parts(LoadMeasure measure, MeasuredRun run) {
    return switch (measure) {
      case SCAN_MEAN, SCAN_P99 -> latencies(run.reads(), Kind.SCAN);
      case GET_MEAN, GET_P99 -> latencies(run.reads(), Kind.GET);
      case BLOCKS_PER_SCAN -> blocks(run.reads(), Kind.SCAN);
      case BLOCKS_PER_GET -> blocks(run.reads(), Kind.GET);
      case WORST_WINDOW -> one(run.reads().worstWindow());
      case LOAD_TIME -> ofLoad(run, load -> load.span().seconds());
      case SETTLED_TIME -> ofLoad(run, LoadRun::settledSeconds);
      case LARGEST_COMPACTION -> ofLoad(run, load -> load.log().largestCompaction() / BYTES_PER_MB);
      case WRITE_AMPLIFICATION -> ofLoad(run, LoadRun::writeAmplification);
      case COMPACTED_SHARE -> ofLoad(run, LoadRun::compactedShare);
      case PEAK_SPACE -> ofLoad(run, load -> load.peakSpace().orElse(Double.NaN));
      case INSERT_RATE, GET_RATE, BY_FORMULA, HITS_KEPT, COMMITS_LOST -> tiers(measure, run);
      case GETS_BESIDE_MERGES -> Map.of(); // not of one run alone
    };
  }

  private static Map<Integer, Part> latencies(Reads reads, Kind kind) {
    Map<Integer, Part> parts = new TreeMap<>();
    reads.of(kind).forEach(window -> parts.put(window.number(), Part.of(window.sent())));
    return parts;
  }

  private static Map<Integer, Part> blocks(Reads reads, Kind kind) {
    Map<Integer, Part> parts = new TreeMap<>();
    for (ReadWindow window : reads.of(kind).toList()) {
      OptionalLong missed = reads.missedBlocks(window);
      if (missed.isPresent()) {
        parts.put(window.number(), Part.of((double) missed.getAsLong(), (double) window.count()));
      }
    }
    return parts;
  }

  /** The parts of figures that only {@code bench tiers} has. */
  private static Map<Integer, Part> tiers(LoadMeasure measure, MeasuredRun run) {
    return TierParts.of(measure, run).entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                part -> Part.of(part.getValue().numerator(), part.getValue().denominator()),
                (one, other) -> one,
                TreeMap::new));
  }

  private static Map<Integer, Part> ofLoad(MeasuredRun run, ToDoubleFunction<LoadRun> figure) {
    return run instanceof LoadRun load ? one(figure.applyAsDouble(load)) : Map.of();
  }

  private static Map<Integer, Part> one(OptionalDouble value) {
    return value.isPresent() ? one(value.getAsDouble()) : Map.of();
  }

  private static Map<Integer, Part> one(double value) {
    return Double.isFinite(value) ? Map.of(0, Part.of(value, 1)) : Map.of();
  }
}
