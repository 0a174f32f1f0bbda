// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.stall;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Growing counters by name, sampled from time to time. Thread-safe; {@code this} is the lock. */
final class UsageSeries {
  /** Guarded by this. */
  private final List<Sample> samples = new ArrayList<>();

  /** Counters at a time; a missing one is 0. */
  private record Sample(Instant time, Map<String, Double> counters) {
    double value(String name) {
      return counters.getOrDefault(name, 0.0);
    }
  }

  /** Adds a later sample; copies the counters. */
  synchronized void add(Instant time, Map<String, Double> counters) {
    samples.add(new Sample(time, Map.copyOf(counters)));
  }

  /** Growth of each counter in a time, interpolated between samples. */
  synchronized Map<String, Double> between(Instant from, Instant to) {
    Map<String, Double> growth = new TreeMap<>();
    if (!samples.isEmpty()) {
      for (String name : samples.get(samples.size() - 1).counters.keySet()) {
        growth.put(name, at(name, to) - at(name, from));
      }
    }
    return growth;
  }

  private double at(String name, Instant time) {
    int next = firstFrom(time);
    if (next == samples.size()) {
      return samples.get(next - 1).value(name);
    }
    Sample after = samples.get(next);
    Sample before = samples.get(Math.max(0, next - 1));
    double step = Delay.millis(before.time, after.time);
    double part = step <= 0 ? 0 : Math.max(0, Delay.millis(before.time, time) / step);
    return before.value(name) + part * (after.value(name) - before.value(name));
  }

  /** Place of the first sample at or after a time; the number of samples if there is none. */
  private int firstFrom(Instant time) {
    int low = 0;
    int high = samples.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (samples.get(middle).time.isBefore(time)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
