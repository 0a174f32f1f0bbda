// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.stall.StallSampler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Times in which the CPUs were not only the experiment's. */
public final class Disturbances {
  /** Part of one CPU above which a time is disturbed. */
  private static final double MUCH = 0.1;

  /** Length of the windows that count or are left out. */
  static final Duration WINDOW = Duration.ofSeconds(5);

  private static final double PERCENT = 100;
  private static final Map<String, String> STARTS =
      new TreeMap<>(
          Map.of(
              StallSampler.OTHER_CPU, "other programs used ",
              StallSampler.STEAL, "the hypervisor took "));

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
   * The windows of a time in which others used much of the CPUs, in order. The time is cut into
   * windows of {@link #WINDOW}; the last one may be shorter.
   *
   * @param usage use of the machine in a time, by name
   */
  static List<TimeSpan> windows(TimeSpan time, Function<TimeSpan, Map<String, Double>> usage) {
    List<TimeSpan> found = new ArrayList<>();
    for (Instant from = time.from(); from.isBefore(time.to()); from = from.plus(WINDOW)) {
      Instant to = from.plus(WINDOW);
      TimeSpan window = new TimeSpan(from, to.isBefore(time.to()) ? to : time.to());
      if (!of(window, usage).isEmpty()) {
        found.add(window);
      }
    }
    return found;
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
