package io.lighter.benchmarks.experiment;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Samples in the order of time. Immutable. */
public record SampleSeries(List<ServerSample> samples) {
  /** Copies. */
  public SampleSeries {
    samples = List.copyOf(samples);
  }

  /**
   * What was counted from one moment to another; between two samples counters are taken to have
   * grown evenly. Empty if there are no samples on either side of some of that time.
   */
  public Optional<ServerSample> between(Instant from, Instant to) {
    if (samples.isEmpty()) {
      return Optional.empty();
    }
    ServerSample first = at(from);
    ServerSample last = at(to);
    return last.time().isAfter(first.time()) ? Optional.of(last.since(first)) : Optional.empty();
  }

  /** Each sample but the first as what was counted since the one before. */
  public List<ServerSample> steps() {
    List<ServerSample> steps = new ArrayList<>();
    for (int i = 1; i < samples.size(); i++) {
      steps.add(samples.get(i).since(samples.get(i - 1)));
    }
    return steps;
  }

  /** The lowest hit ratio of any {@code count} samples in a row between two moments. */
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

  /** At a moment, or at the end of the series that is next to it. */
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
