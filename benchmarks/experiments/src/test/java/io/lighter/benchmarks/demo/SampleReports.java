// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import io.lighter.common.config.WarmupStrategy;
import io.lighter.testing.isolation.IsolationProfile;
import io.lighter.testing.isolation.IsolationReport;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Reports with chosen figures. */
final class SampleReports {
  static final JobCounts OFFLOADED = new JobCounts(8, Map.of());
  private static final long GET_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private SampleReports() {}

  /** A fair report without a problem. */
  static DemoReport good() {
    return of(0, 0, OFFLOADED, 0.5, 0.5);
  }

  /**
   * A report of four turns.
   *
   * @param stockBeforeMs latency of the stock table's reads before
   * @param lighterBeforeMs the same of the other table
   */
  static DemoReport of(
      long mismatches,
      long badReads,
      JobCounts jobs,
      double stockBeforeMs,
      double lighterBeforeMs) {
    return of(mismatches, badReads, jobs, stockBeforeMs, lighterBeforeMs, Set.of());
  }

  /** A fair report whose figures of an operation had not settled. */
  static DemoReport unsettled(Operation operation) {
    return of(0, 0, OFFLOADED, 0.5, 0.5, Set.of(operation));
  }

  private static DemoReport of(
      long mismatches,
      long badReads,
      JobCounts jobs,
      double stockBeforeMs,
      double lighterBeforeMs,
      Set<Operation> unsettled) {
    List<Turn> turns = new ArrayList<>();
    for (Side side : Side.TURNS) {
      turns.add(
          side == Side.STOCK
              ? turn(side, 1.2349, new WarmupOutcome(0, 0, Map.of()), stockBeforeMs)
              : turn(
                  side, 2.5, new WarmupOutcome(9.8765, 3, Map.of("deadline", 1)), lighterBeforeMs));
    }
    return new DemoReport(
        1000,
        WarmupStrategy.THROTTLED,
        new TableVerifier.Verdict(
            5000, mismatches, mismatches == 0 ? List.of() : List.of("missing: <x>")),
        turns,
        unsettled,
        jobs,
        badReads,
        badReads == 0 ? List.of() : List.of("row 1 is lost"),
        IsolationNote.of(
            new IsolationReport(
                IsolationProfile.SSD.name(), "", List.of(), "", List.of("cpuset: no"), List.of()),
            2,
            false));
  }

  /** A turn whose reads take {@code beforeMs} before, and four times that after; none during. */
  static Turn turn(Side side, double seconds, WarmupOutcome warmup, double beforeMs) {
    Timeline gets = new Timeline();
    for (int read = -400; read < 1_200; read++) {
      double ms = read < 0 ? beforeMs : 4 * beforeMs;
      gets.add(read * GET_NANOS, (long) (ms * 1e6), GET_NANOS);
    }
    Map<Operation, Map<Phase, Histogram>> micros = new EnumMap<>(Operation.class);
    for (Operation operation : Operation.values()) {
      Map<Phase, Histogram> byPhase = new EnumMap<>(Phase.class);
      for (Phase phase : Phase.values()) {
        byPhase.put(phase, new Histogram(LatencyRecorder.SIGNIFICANT_DIGITS));
      }
      byPhase.get(Phase.BEFORE).recordValueWithCount((long) (beforeMs * 1_000), 100);
      byPhase.get(Phase.AFTER).recordValueWithCount((long) (4 * beforeMs * 1_000), 100);
      micros.put(operation, byPhase);
    }
    return new Turn(
        side,
        seconds,
        4,
        micros,
        Map.of(Phase.BEFORE, new HitCounts(1000, 0), Phase.AFTER, new HitCounts(100, 200)),
        warmup,
        gets.since(0),
        List.of(
            new HitInterval(-4, 0, new HitCounts(1000, 0)),
            new HitInterval(seconds, 12, new HitCounts(100, 200))),
        new Span(-4, seconds, seconds + warmup.seconds(), 12));
  }
}
