// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * The engine with the least expected cost, of those that fit the store. The cost is the time of a
 * device that flushes, compactions and reads of the store take in a second.
 *
 * @param engine the choice
 * @param candidates all simulated engines, the cheapest first
 * @param reasons sentences for the choice
 * @param doubts sentences that lower the confidence
 */
public record Advice(
    SimulatedEngine engine,
    List<Candidate> candidates,
    List<String> reasons,
    Confidence confidence,
    List<String> doubts) {
  /** Share by which the second engine has to cost more. */
  private static final double MARGIN = 0.15;

  private static final double MOST_DEVIATION = 0.15;
  private static final double UNKNOWN_SCANS = 0.5;
  private static final double MOST_OVERWRITES_IN_TIERS = 0.05;
  private static final Duration SHORT = Duration.ofHours(1);
  private static final Duration LONG = Duration.ofDays(1);
  private static final int FEW_FLUSHES = 20;
  private static final int MANY_FLUSHES = 100;

  /**
   * A simulated engine with its cost.
   *
   * @param writeSeconds seconds of a device in a second, for flushes and compactions
   * @param readSeconds seconds of a device in a second, for reads
   * @param unfit why it is not chosen whatever it costs, or that an engine with a doubt is not
   *     clearly cheaper; empty if it can be
   */
  public record Candidate(
      Forecast forecast, double writeSeconds, double readSeconds, Optional<String> unfit) {
    /** Returns the seconds of a device in a second. */
    public double seconds() {
      return writeSeconds + readSeconds;
    }

    private SimulatedEngine engine() {
      return forecast.engine();
    }
  }

  private record Doubt(Confidence atMost, String sentence) {}

  /**
   * Chooses an engine.
   *
   * @param forecasts of each engine, from the same workload; at least two of engines that fit the
   *     store and have no {@link SimulatedEngine#doubt}
   */
  public static Advice of(
      List<Forecast> forecasts, StoreWorkload workload, ReadLoad reads, Evidence evidence) {
    Comparison comparison = new Comparison(forecasts, workload, reads, evidence);
    List<Candidate> all = comparison.candidates(reads.scans().orElse(UNKNOWN_SCANS));
    List<Candidate> fit = all.stream().filter(each -> each.unfit().isEmpty()).toList();
    SimulatedEngine choice = fit.get(0).engine();
    List<String> reasons = new ArrayList<>(reasons(fit, workload, reads));
    List<Doubt> doubts = new ArrayList<>();
    if (choice.doubt().isPresent()) {
      doubts.add(new Doubt(Confidence.MEDIUM, choice.doubt().get()));
      Advice other = comparison.without(choice).advice();
      reasons.add(
          text(
              "without a %s the advice is %s (confidence: %s)",
              choice.tag(), other.engine().tag(), other.confidence().tag()));
    }
    doubts.addAll(doubts(workload, evidence));
    double margin = fit.get(1).seconds() / fit.get(0).seconds() - 1;
    if (margin < MARGIN) {
      doubts.add(
          new Doubt(
              Confidence.LOW,
              text("%s would cost only %.0f %% more", fit.get(1).engine().tag(), 100 * margin)));
    }
    if (reads.scans().isEmpty()) {
      SimulatedEngine forGets = comparison.cheapest(0);
      SimulatedEngine forScans = comparison.cheapest(1);
      if (forGets != forScans) {
        doubts.add(
            new Doubt(
                Confidence.LOW,
                text(
                    "the share of scans decides: with gets alone %s, with scans alone %s",
                    forGets.tag(), forScans.tag())));
      }
    }
    return new Advice(
        choice,
        all,
        List.copyOf(reasons),
        doubts.stream().map(Doubt::atMost).min(Comparator.naturalOrder()).orElse(Confidence.HIGH),
        doubts.stream().map(Doubt::sentence).toList());
  }

  /** What is compared; the parameters are those of {@link Advice#of}. */
  private record Comparison(
      List<Forecast> forecasts, StoreWorkload workload, ReadLoad reads, Evidence evidence) {
    private Advice advice() {
      return of(forecasts, workload, reads, evidence);
    }

    private Comparison without(SimulatedEngine engine) {
      return new Comparison(
          forecasts.stream().filter(each -> each.engine() != engine).toList(),
          workload,
          reads,
          evidence);
    }

    private SimulatedEngine cheapest(double scans) {
      return candidates(scans).stream()
          .filter(each -> each.unfit().isEmpty())
          .findFirst()
          .orElseThrow()
          .engine();
    }

    /** Returns all engines, the cheapest first. */
    private List<Candidate> candidates(double scans) {
      return costs(scans).stream()
          .map(
              each ->
                  new Candidate(
                      each.forecast(),
                      each.writeSeconds(),
                      each.readSeconds(),
                      each.unfit().or(() -> notClearlyCheaper(each.engine()))))
          .toList();
    }

    /** As {@link #candidates}, by cost and fitness alone. */
    private List<Candidate> costs(double scans) {
      return forecasts.stream()
          .map(
              each ->
                  new Candidate(
                      each,
                      reads.writeSeconds(each, workload.bytesPerSecond()),
                      reads.seconds(each, scans),
                      unfit(each.engine())))
          .sorted(Comparator.comparingDouble(Candidate::seconds))
          .toList();
    }

    /**
     * Returns why an engine with a doubt is left out: it has to be cheaper than each engine without
     * one, by more than simulations err. If the share of scans is not known, that has to hold for
     * gets alone and for scans alone, and so holds for any share between.
     */
    private Optional<String> notClearlyCheaper(SimulatedEngine engine) {
      if (engine.doubt().isEmpty()) {
        return Optional.empty();
      }
      DoubleStream shares =
          reads.scans().isPresent() ? reads.scans().stream() : DoubleStream.of(0, 1);
      return shares
          .mapToObj(scans -> notClearlyCheaper(engine, scans))
          .flatMap(Optional::stream)
          .findFirst();
    }

    private Optional<String> notClearlyCheaper(SimulatedEngine engine, double scans) {
      List<Candidate> costs = costs(scans);
      double own =
          costs.stream()
              .filter(each -> each.engine() == engine)
              .findFirst()
              .orElseThrow()
              .seconds();
      Candidate best =
          costs.stream()
              .filter(each -> each.unfit().isEmpty() && each.engine().doubt().isEmpty())
              .findFirst()
              .orElseThrow();
      double least = best.seconds();
      if (own >= least) {
        return Optional.of(
            text(
                "costs no less than %s if scans read %.0f %% of the rows",
                best.engine().tag(), 100 * scans));
      }
      double error = Math.max(MARGIN, Math.abs(evidence.deviation().orElse(0)));
      return own * (1 + error) >= least
          ? Optional.of(
              text(
                  "not clearly better: %s costs %.0f %% more, and costs are in doubt by %.0f %%",
                  best.engine().tag(), 100 * (least / own - 1), 100 * error))
          : Optional.empty();
    }

    private Optional<String> unfit(SimulatedEngine engine) {
      if (!engine.isEngine()) {
        return Optional.of("a policy to compare with");
      }
      return switch (engine) {
        case DATE_TIERED -> unfitForTiers();
        case FOREST -> unfitForForest();
        case DEFAULT, STRIPE, RANGE, STEPPED_MERGE, GEOMETRIC -> Optional.empty();
      };
    }

    private Optional<String> unfitForTiers() {
      if (!evidence.expires()) {
        return Optional.of("for cells that expire, and the family has no TTL");
      }
      return workload.updates() > MOST_OVERWRITES_IN_TIERS
          ? Optional.of("for cells that are hardly overwritten")
          : Optional.empty();
    }

    private Optional<String> unfitForForest() {
      if (reads.fitsCache() || reads.isMostlyCached()) {
        return Optional.of("for tables that the block cache does not hold");
      }
      if (evidence.covered().compareTo(SHORT) < 0 || evidence.flushes() < FEW_FLUSHES) {
        return Optional.of(
            text(
                "less than an hour or %d flushes of a store were measured: too little for a"
                    + " preview",
                FEW_FLUSHES));
      }
      return workload.isCut() && workload.order() == KeyOrder.UNIFORM
          ? Optional.of(
              text("%d flushes are too few to play the merges of large trees", workload.flushes()))
          : Optional.empty();
    }
  }

  private static List<String> reasons(List<Candidate> fit, StoreWorkload workload, ReadLoad reads) {
    Candidate choice = fit.get(0);
    Candidate second = fit.get(1);
    Forecast own = choice.forecast();
    Forecast other = second.forecast();
    String otherTag = second.engine().tag();
    List<String> reasons = new ArrayList<>();
    reasons.add(
        text(
            "it takes %.2f %% of a device's time for a store, %s takes %.2f %%",
            100 * choice.seconds(), otherTag, 100 * second.seconds()));
    if (workload.order() == KeyOrder.ASCENDING) {
      reasons.add(
          text(
              "rows are ascending: a scan meets one file with any engine, and compactions write"
                  + " %.2f bytes for each byte flushed (%s: %.2f)",
              own.writeAmplification() - 1, otherTag, other.writeAmplification() - 1));
    } else if (second.readSeconds() - choice.readSeconds()
        > second.writeSeconds() - choice.writeSeconds()) {
      reasons.add(
          text(
              "reads decide: a scan meets %.1f files (%s: %.1f), a get %.1f (%.1f)",
              own.filesPerScan(),
              otherTag,
              other.filesPerScan(),
              own.filesPerGet(),
              other.filesPerGet()));
    } else {
      reasons.add(
          text(
              "writes decide: %.1f bytes are written for each byte flushed (%s: %.1f)",
              own.writeAmplification(), otherTag, other.writeAmplification()));
    }
    if (reads.isMostlyCached()) {
      reasons.add(
          text(
              "the block cache holds %.0f %% of the data, so files of a read cost little",
              100 * reads.cached()));
    }
    return List.copyOf(reasons);
  }

  private static List<Doubt> doubts(StoreWorkload workload, Evidence evidence) {
    List<Doubt> doubts = new ArrayList<>();
    Duration covered = evidence.covered();
    if (covered.compareTo(LONG) < 0) {
      doubts.add(
          new Doubt(
              covered.compareTo(SHORT) < 0 ? Confidence.LOW : Confidence.MEDIUM,
              text("the counters cover %d minutes only", covered.toMinutes())));
    }
    if (evidence.flushes() < MANY_FLUSHES) {
      doubts.add(
          new Doubt(
              evidence.flushes() < FEW_FLUSHES ? Confidence.LOW : Confidence.MEDIUM,
              text("the counters cover %.0f flushes of a store only", evidence.flushes())));
    }
    evidence
        .deviation()
        .ifPresent(
            deviation -> {
              if (Math.abs(deviation) > MOST_DEVIATION) {
                doubts.add(
                    new Doubt(
                        Confidence.MEDIUM,
                        text(
                            "simulated write amplification differs by %+.0f %% from what was"
                                + " measured",
                            100 * deviation)));
              }
            });
    if (workload.isCut()) {
      doubts.add(
          new Doubt(
              Confidence.LOW,
              text(
                  "only %d flushes are simulated, so merges may not be at their usual rate yet",
                  workload.flushes())));
    }
    if (!evidence.notMeasured().isEmpty()) {
      doubts.add(
          new Doubt(
              Confidence.MEDIUM,
              "not measured, so assumed: " + String.join(", ", evidence.notMeasured())));
    }
    return doubts;
  }

  private static String text(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
