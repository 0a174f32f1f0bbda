// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

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
  private static final double MOSTLY = 0.9;
  private static final Duration SHORT = Duration.ofHours(1);
  private static final Duration LONG = Duration.ofDays(1);
  private static final int FEW_FLUSHES = 20;
  private static final int MANY_FLUSHES = 100;

  /**
   * A simulated engine with its cost.
   *
   * @param writeSeconds seconds of a device in a second, for flushes and compactions
   * @param readSeconds seconds of a device in a second, for reads
   * @param unfit why it is not chosen whatever it costs; empty if it can be
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
   * @param forecasts of each engine, from the same workload; at least two that fit the store
   */
  public static Advice of(
      List<Forecast> forecasts, StoreWorkload workload, ReadLoad reads, Evidence evidence) {
    double scans = reads.scans().orElse(UNKNOWN_SCANS);
    List<Candidate> all = candidates(forecasts, workload, reads, evidence, scans);
    List<Candidate> fit = all.stream().filter(each -> each.unfit().isEmpty()).toList();
    List<Doubt> doubts = new ArrayList<>(doubts(workload, evidence));
    double margin = fit.get(1).seconds() / fit.get(0).seconds() - 1;
    if (margin < MARGIN) {
      doubts.add(
          new Doubt(
              Confidence.LOW,
              text("%s would cost only %.0f %% more", fit.get(1).engine().tag(), 100 * margin)));
    }
    if (reads.scans().isEmpty()) {
      SimulatedEngine forGets = cheapest(forecasts, workload, reads, evidence, 0);
      SimulatedEngine forScans = cheapest(forecasts, workload, reads, evidence, 1);
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
        fit.get(0).engine(),
        all,
        reasons(fit, workload, reads),
        doubts.stream().map(Doubt::atMost).min(Comparator.naturalOrder()).orElse(Confidence.HIGH),
        doubts.stream().map(Doubt::sentence).toList());
  }

  private static SimulatedEngine cheapest(
      List<Forecast> forecasts,
      StoreWorkload workload,
      ReadLoad reads,
      Evidence evidence,
      double scans) {
    return candidates(forecasts, workload, reads, evidence, scans).stream()
        .filter(each -> each.unfit().isEmpty())
        .findFirst()
        .orElseThrow()
        .engine();
  }

  private static List<Candidate> candidates(
      List<Forecast> forecasts,
      StoreWorkload workload,
      ReadLoad reads,
      Evidence evidence,
      double scans) {
    return forecasts.stream()
        .map(
            each ->
                new Candidate(
                    each,
                    reads.writeSeconds(each, workload.bytesPerSecond()),
                    reads.seconds(each, scans),
                    unfit(each.engine(), workload, evidence)))
        .sorted(Comparator.comparingDouble(Candidate::seconds))
        .toList();
  }

  private static Optional<String> unfit(
      SimulatedEngine engine, StoreWorkload workload, Evidence evidence) {
    if (!engine.isEngine()) {
      return Optional.of("a policy to compare with");
    }
    boolean tiered = engine == SimulatedEngine.DATE_TIERED;
    if (tiered && !evidence.expires()) {
      return Optional.of("for cells that expire, and the family has no TTL");
    }
    return tiered && workload.updates() > MOST_OVERWRITES_IN_TIERS
        ? Optional.of("for cells that are hardly overwritten")
        : Optional.empty();
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
    if (reads.cached() >= MOSTLY) {
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
