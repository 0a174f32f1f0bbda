// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.engine.advise.Advice;
import io.lighter.engine.advise.Confidence;
import io.lighter.engine.advise.Evidence;
import io.lighter.engine.advise.KeyOrder;
import io.lighter.engine.advise.ReadLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The forest engine beside an {@link Advice} on the others. The forest is chosen only if it costs
 * clearly less than each engine that the table could have; otherwise the advice stays. The
 * difference must be above the doubt: 15 %, or the share by which the simulation of the running
 * engine differs from what was measured.
 *
 * @param figures what the forest did in the simulation
 * @param writeSeconds seconds of a device in a second, for flushes and compactions
 * @param readSeconds seconds of a device in a second, for reads
 * @param unfit why the forest is not chosen; empty if it is
 * @param confidence how sure the choice is, if the forest is chosen
 * @param reasons sentences for the choice, if the forest is chosen
 * @param doubts sentences that lower the confidence, if the forest is chosen
 */
record ForestChoice(
    StoreFigures figures,
    double writeSeconds,
    double readSeconds,
    Optional<String> unfit,
    Confidence confidence,
    List<String> reasons,
    List<String> doubts) {
  private static final double LEAST_DOUBT = 0.15;

  /** Shares of scans to compare with, if the share is not given. */
  private static final List<Double> ANY_SCANS = List.of(0.0, 0.5, 1.0);

  private static final double UNKNOWN_SCANS = 0.5;
  private static final Duration LEAST_COVERED = Duration.ofHours(1);
  private static final int FEWEST_FLUSHES = 20;

  /**
   * Compares the forest with an advice.
   *
   * @param figures what the forest did, with the workload of {@code inputs}
   * @param others the advice without the forest, from the same inputs
   */
  static ForestChoice of(
      StoreFigures figures, Advice others, AdviseInputs inputs, Evidence evidence) {
    ReadLoad reads = inputs.reads();
    double writeSeconds = figures.writeSeconds(reads, inputs.workload().bytesPerSecond());
    double readSeconds = figures.readSeconds(reads, reads.scans().orElse(UNKNOWN_SCANS));
    Advice.Candidate second =
        others.candidates().stream()
            .filter(each -> each.forecast().engine() == others.engine())
            .findFirst()
            .orElseThrow();
    return new ForestChoice(
        figures,
        writeSeconds,
        readSeconds,
        unfit(figures, others, inputs, evidence),
        Confidence.MEDIUM.compareTo(others.confidence()) < 0
            ? Confidence.MEDIUM
            : others.confidence(),
        reasons(figures, writeSeconds + readSeconds, second, others.confidence()),
        doubts(others));
  }

  /** Tells whether the table should have the forest. */
  boolean isChosen() {
    return unfit.isEmpty();
  }

  private static Optional<String> unfit(
      StoreFigures forest, Advice others, AdviseInputs inputs, Evidence evidence) {
    if (inputs.fitsCache()) {
      return Optional.of("for tables that the block cache does not hold");
    }
    if (evidence.covered().compareTo(LEAST_COVERED) < 0 || evidence.flushes() < FEWEST_FLUSHES) {
      return Optional.of(
          text(
              "less than an hour or %d flushes of a store were measured: too little for a preview",
              FEWEST_FLUSHES));
    }
    if (inputs.workload().isCut() && inputs.workload().order() == KeyOrder.UNIFORM) {
      return Optional.of(
          text(
              "%d flushes are too few to play the merges of large trees",
              inputs.workload().flushes()));
    }
    double doubt = Math.max(LEAST_DOUBT, Math.abs(evidence.deviation().orElse(0)));
    ReadLoad reads = inputs.reads();
    List<Double> shares =
        reads.scans().isPresent() ? List.of(reads.scans().getAsDouble()) : ANY_SCANS;
    return shares.stream()
        .flatMap(scans -> notClearlyBetter(forest, others, inputs, scans, doubt).stream())
        .findFirst();
  }

  /** Compares with the engine that costs least if scans read this share of the rows. */
  private static Optional<String> notClearlyBetter(
      StoreFigures forest, Advice others, AdviseInputs inputs, double scans, double doubt) {
    double own = seconds(forest, inputs, scans);
    Advice.Candidate best =
        others.candidates().stream()
            .filter(each -> each.unfit().isEmpty())
            .min(Comparator.comparingDouble(each -> seconds(each, inputs, scans)))
            .orElseThrow();
    double least = seconds(best, inputs, scans);
    String tag = best.forecast().engine().tag();
    if (own >= least) {
      return Optional.of(
          text("costs no less than %s if scans read %.0f %% of the rows", tag, 100 * scans));
    }
    return own * (1 + doubt) > least
        ? Optional.of(
            text(
                "not clearly better: %s costs %.0f %% more, and costs are in doubt by %.0f %%",
                tag, 100 * (least / own - 1), 100 * doubt))
        : Optional.empty();
  }

  private static double seconds(Advice.Candidate candidate, AdviseInputs inputs, double scans) {
    return seconds(StoreFigures.of(candidate.forecast()), inputs, scans);
  }

  private static double seconds(StoreFigures figures, AdviseInputs inputs, double scans) {
    return figures.writeSeconds(inputs.reads(), inputs.workload().bytesPerSecond())
        + figures.readSeconds(inputs.reads(), scans);
  }

  private static List<String> reasons(
      StoreFigures own, double seconds, Advice.Candidate second, Confidence confidence) {
    StoreFigures other = StoreFigures.of(second.forecast());
    String tag = second.forecast().engine().tag();
    return List.of(
        text(
            "it takes %.2f %% of a device's time for a store, %s takes %.2f %%",
            100 * seconds, tag, 100 * second.seconds()),
        text(
            "%.1f bytes are written for each byte flushed (%s: %.1f); a scan meets %.1f files"
                + " (%.1f), a get %.1f (%.1f)",
            own.writes(),
            tag,
            other.writes(),
            own.filesPerScan(),
            other.filesPerScan(),
            own.filesPerGet(),
            other.filesPerGet()),
        text("without a forest the advice is %s (confidence: %s)", tag, confidence.tag()));
  }

  private static List<String> doubts(Advice others) {
    List<String> doubts = new ArrayList<>();
    doubts.add("the simulation of forests was not compared with long runs of them");
    others.doubts().forEach(each -> doubts.add("advice without a forest: " + each));
    return List.copyOf(doubts);
  }

  private static String text(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
