// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.stall;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares stalls with delays. Immutable.
 *
 * <p>The longest operation of a stall ended in its interval, so it ran between the interval's start
 * minus the operation's latency and the interval's end. A cause's part is the sum of its delays in
 * this time, at the one process with the largest sum.
 */
public final class StallExplainer {
  /** Part of the operation's time below which a delay is not listed. */
  private static final double NEGLIGIBLE = 0.05;

  private static final double NANOS_PER_MS = 1e6;

  /** By start. */
  private final List<Delay> delays;

  private final Duration longest;

  /** Creates an explainer of these delays, in any order. */
  public StallExplainer(List<Delay> delays) {
    List<Delay> sorted = new ArrayList<>(delays);
    sorted.sort(Comparator.comparing(Delay::from));
    this.delays = List.copyOf(sorted);
    this.longest =
        sorted.stream()
            .map(delay -> Duration.between(delay.from(), delay.to()))
            .max(Comparator.naturalOrder())
            .orElse(Duration.ZERO);
  }

  /** The causes of a stall. */
  public ExplainedStall explain(Stall stall) {
    Instant from = stall.start().minusNanos(Math.round(stall.longestMs() * NANOS_PER_MS));
    Map<Cause, Map<String, Sum>> sums = new EnumMap<>(Cause.class);
    for (int i = firstFrom(from.minus(longest)); i < delays.size(); i++) {
      Delay delay = delays.get(i);
      if (!delay.from().isBefore(stall.end())) {
        break;
      }
      double ms = delay.within(from, stall.end());
      if (ms > 0) {
        sums.computeIfAbsent(delay.cause(), c -> new HashMap<>())
            .computeIfAbsent(delay.source(), s -> new Sum())
            .add(ms, delay.detail());
      }
    }
    List<ExplainedStall.Part> parts = new ArrayList<>();
    sums.forEach(
        (cause, bySource) ->
            bySource.entrySet().stream()
                .max(Comparator.comparingDouble(entry -> entry.getValue().ms))
                .map(entry -> part(cause, entry.getKey(), entry.getValue(), stall.longestMs()))
                .filter(part -> part.ms() >= NEGLIGIBLE * stall.longestMs())
                .ifPresent(parts::add));
    parts.sort(Comparator.comparingDouble(ExplainedStall.Part::ms).reversed());
    return new ExplainedStall(stall, parts);
  }

  private static ExplainedStall.Part part(Cause cause, String source, Sum sum, double most) {
    return new ExplainedStall.Part(cause, source, sum.detail, Math.min(most, sum.ms));
  }

  /** Index of the first delay that starts at {@code time} or later. */
  private int firstFrom(Instant time) {
    int low = 0;
    int high = delays.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (delays.get(middle).from().isBefore(time)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Sum of delays of one source, with the detail of the longest of them. */
  private static final class Sum {
    private double ms;
    private double longest;
    private String detail = "";

    void add(double delay, String of) {
      ms += delay;
      if (delay > longest) {
        longest = delay;
        detail = of;
      }
    }
  }
}
