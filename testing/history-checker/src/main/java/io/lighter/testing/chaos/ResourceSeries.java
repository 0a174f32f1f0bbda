// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One gauge of a process or of the cluster over time. Not thread-safe.
 *
 * <p>Growth is the difference between the second and the last quarter; the first quarter fills
 * caches.
 */
final class ResourceSeries {
  /** Shorter series are not judged. */
  static final double LEAST_SECONDS = 600;

  private static final int LEAST_VALUES = 8;
  private static final double LOW = 0.1;
  private static final double MIDDLE = 0.5;

  private final Gauge gauge;
  private final List<Double> seconds = new ArrayList<>();
  private final List<Double> values = new ArrayList<>();

  ResourceSeries(Gauge gauge) {
    this.gauge = gauge;
  }

  /** Adds a sample; {@code second} must increase. */
  void add(double second, double value) {
    seconds.add(second);
    values.add(value);
  }

  Gauge gauge() {
    return gauge;
  }

  List<Double> seconds() {
    return List.copyOf(seconds);
  }

  List<Double> values() {
    return List.copyOf(values);
  }

  /** Typical value of the second quarter; empty if the series is too short or not judged. */
  OptionalDouble before() {
    return quarter(1);
  }

  /** Typical value of the last quarter; empty as {@link #before}. */
  OptionalDouble after() {
    return quarter(3);
  }

  /** Whether the gauge did not grow; empty as {@link #before}. */
  Optional<Boolean> isFlat() {
    return before().isEmpty()
        ? Optional.empty()
        : Optional.of(gauge.isFlat(before().getAsDouble(), after().getAsDouble()));
  }

  private OptionalDouble quarter(int number) {
    if (gauge.judged() == Gauge.Judged.NEVER
        || values.size() < LEAST_VALUES
        || seconds.get(seconds.size() - 1) - seconds.get(0) < LEAST_SECONDS) {
      return OptionalDouble.empty();
    }
    int size = values.size() / 4;
    List<Double> sorted =
        values.subList(number * size, (number + 1) * size).stream().sorted().toList();
    double part = gauge.judged() == Gauge.Judged.BY_LOW_POINTS ? LOW : MIDDLE;
    return OptionalDouble.of(sorted.get((int) (part * (sorted.size() - 1))));
  }
}
