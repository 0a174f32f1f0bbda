// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Samples in order of time. Immutable. */
public record SampleSeries(List<ServerSample> samples) {
  /** Copies the list. */
  public SampleSeries {
    samples = List.copyOf(samples);
  }

  /**
   * Difference between two moments, with linear interpolation between samples. Empty if samples are
   * missing on either side.
   */
  public Optional<ServerSample> between(Instant from, Instant to) {
    if (samples.isEmpty()) {
      return Optional.empty();
    }
    ServerSample first = at(from);
    ServerSample last = at(to);
    return last.time().isAfter(first.time()) ? Optional.of(last.since(first)) : Optional.empty();
  }

  /** Each sample except the first, as the difference to the previous one. */
  public List<ServerSample> steps() {
    List<ServerSample> steps = new ArrayList<>();
    for (int i = 1; i < samples.size(); i++) {
      steps.add(samples.get(i).since(samples.get(i - 1)));
    }
    return steps;
  }

  /** Lowest hit ratio of {@code count} consecutive samples between two moments. */
  public OptionalDouble lowestHitRatio(Instant from, Instant to, int count) {
    List<ServerSample> within =
        samples.stream().filter(s -> !s.time().isBefore(from) && !s.time().isAfter(to)).toList();
    OptionalDouble lowest = OptionalDouble.empty();
    for (int i = count; i < within.size(); i++) {
      OptionalDouble ratio = within.get(i).since(within.get(i - count)).hitRatio();
      if (ratio.isPresent() && ratio.getAsDouble() < lowest.orElse(Double.MAX_VALUE)) {
        lowest = ratio;
      }
    }
    return lowest;
  }

  /** The interpolated sample at a moment, or the nearest end of the series. */
  private ServerSample at(Instant moment) {
    ServerSample before = samples.get(0);
    for (ServerSample sample : samples) {
      if (sample.time().isAfter(moment)) {
        return moment.isAfter(before.time()) ? before.towards(sample, moment) : before;
      }
      before = sample;
    }
    return before;
  }
}
