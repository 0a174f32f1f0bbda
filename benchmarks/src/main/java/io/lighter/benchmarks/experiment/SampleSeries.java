package io.lighter.benchmarks.experiment;

import java.time.Duration;
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
   * What was counted from one moment to another, by the samples that are next to them; empty if
   * there are no two.
   */
  public Optional<ServerSample> between(Instant from, Instant to) {
    Optional<ServerSample> first = nearest(from);
    Optional<ServerSample> last = nearest(to);
    return first.isPresent() && last.get().time().isAfter(first.get().time())
        ? Optional.of(last.get().since(first.get()))
        : Optional.empty();
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

  private Optional<ServerSample> nearest(Instant moment) {
    return samples.stream()
        .min(
            (a, b) ->
                Duration.between(a.time(), moment)
                    .abs()
                    .compareTo(Duration.between(b.time(), moment).abs()));
  }
}
