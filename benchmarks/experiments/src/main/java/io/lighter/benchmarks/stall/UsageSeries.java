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
    Sample before = samples.get(0);
    for (Sample sample : samples) {
      if (!sample.time.isBefore(time)) {
        double step = Delay.millis(before.time, sample.time);
        double part = step <= 0 ? 0 : Math.max(0, Delay.millis(before.time, time) / step);
        return before.value(name) + part * (sample.value(name) - before.value(name));
      }
      before = sample;
    }
    return before.value(name);
  }
}
