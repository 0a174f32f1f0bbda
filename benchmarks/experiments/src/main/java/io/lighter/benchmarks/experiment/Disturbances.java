// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.stall.StallSampler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Times in which the CPUs were not only the experiment's. */
public final class Disturbances {
  /** Part of one CPU above which a time is disturbed. */
  private static final double MUCH = 0.1;

  private static final double PERCENT = 100;
  private static final Map<String, String> STARTS =
      new TreeMap<>(
          Map.of(
              StallSampler.OTHER_CPU, "other programs used ",
              StallSampler.STEAL, "the hypervisor took "));
  private static final List<Phase> COMPARED =
      List.of(Phase.BASELINE, Phase.COMPACTION, Phase.WARMUP);

  private Disturbances() {}

  /**
   * What others used in a time: at most two phrases, none if it was little.
   *
   * @param usage use of the machine in a time, by name
   */
  public static List<String> of(TimeSpan span, Function<TimeSpan, Map<String, Double>> usage) {
    List<String> found = new ArrayList<>();
    STARTS.forEach(
        (name, start) -> {
          double part = part(span, usage, name);
          if (part > MUCH) {
            found.add(start + percent(part));
          }
        });
    return found;
  }

  /**
   * What others used in the phases of a compaction: at most two phrases, none if it was little.
   *
   * @param usage use of the machine in a time, by name
   */
  static List<String> of(PhaseTimes times, Function<TimeSpan, Map<String, Double>> usage) {
    List<String> found = new ArrayList<>();
    STARTS.forEach((name, start) -> add(found, start, times, usage, name));
    return found;
  }

  private static void add(
      List<String> found,
      String start,
      PhaseTimes times,
      Function<TimeSpan, Map<String, Double>> usage,
      String name) {
    List<String> phases = new ArrayList<>();
    for (Phase phase : COMPARED) {
      double part = part(times.measured(phase), usage, name);
      if (part > MUCH) {
        phases.add("%s in phase %s".formatted(percent(part), phase.label()));
      }
    }
    if (!phases.isEmpty()) {
      found.add(start + String.join(", ", phases));
    }
  }

  /** Part of one CPU; 0 if the kernel does not count it. */
  private static double part(
      TimeSpan span, Function<TimeSpan, Map<String, Double>> usage, String name) {
    return span.seconds() > 0 ? usage.apply(span).getOrDefault(name, 0.0) / span.seconds() : 0;
  }

  private static String percent(double part) {
    return "%.0f %% of a CPU".formatted(PERCENT * part);
  }
}
