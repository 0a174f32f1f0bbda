// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.stall;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Compares stalls with delays. Immutable.
 *
 * <p>The longest operation of a stall ended in its interval, at an unknown time. A cause's part is
 * the sum of its delays in the operation's time for the end at which this sum is largest, at the
 * one process with the largest sum.
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
    Map<Cause, Map<String, List<Delay>>> near = new EnumMap<>(Cause.class);
    for (int i = firstFrom(from.minus(longest)); i < delays.size(); i++) {
      Delay delay = delays.get(i);
      if (!delay.from().isBefore(stall.end())) {
        break;
      }
      if (delay.cause().delays(stall.operation()) && delay.within(from, stall.end()) > 0) {
        near.computeIfAbsent(delay.cause(), c -> new HashMap<>())
            .computeIfAbsent(delay.source(), s -> new ArrayList<>())
            .add(delay);
      }
    }
    List<ExplainedStall.Part> parts = new ArrayList<>();
    near.values()
        .forEach(
            bySource ->
                bySource.values().stream()
                    .map(ofSource -> part(ofSource, stall))
                    .max(Comparator.comparingDouble(ExplainedStall.Part::ms))
                    .filter(part -> part.ms() >= NEGLIGIBLE * stall.longestMs())
                    .ifPresent(parts::add));
    parts.sort(Comparator.comparingDouble(ExplainedStall.Part::ms).reversed());
    return new ExplainedStall(stall, parts);
  }

  /** The part of delays of one cause at one process, with the detail of the longest of them. */
  private static ExplainedStall.Part part(List<Delay> delays, Stall stall) {
    long nanos = Math.round(stall.longestMs() * NANOS_PER_MS);
    // The sum is linear between these ends, so one of them has the largest one.
    double most =
        Stream.concat(
                Stream.of(stall.start(), stall.end()),
                delays.stream().flatMap(d -> Stream.of(d.to(), d.from().plusNanos(nanos))))
            .filter(end -> !end.isBefore(stall.start()) && !end.isAfter(stall.end()))
            .mapToDouble(end -> sum(delays, end.minusNanos(nanos), end))
            .max()
            .orElse(0);
    Instant from = stall.start().minusNanos(nanos);
    Delay longest =
        Collections.max(
            delays, Comparator.comparingDouble(delay -> delay.within(from, stall.end())));
    return new ExplainedStall.Part(
        longest.cause(), longest.source(), longest.detail(), Math.min(stall.longestMs(), most));
  }

  private static double sum(List<Delay> delays, Instant from, Instant to) {
    return delays.stream().mapToDouble(delay -> delay.within(from, to)).sum();
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
}
