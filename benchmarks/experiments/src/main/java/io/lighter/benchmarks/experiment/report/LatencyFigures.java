// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import org.HdrHistogram.Histogram;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Mean and percentiles of the latencies of an operation, in milliseconds.
 *
 * @param count number of operations; if 0, the others are undefined
 */
public record LatencyFigures(long count, double mean, double p50, double p99) {
  private static final double MICROS_PER_MS = 1_000;
  private static final double PERCENT = 100;

  /** Figures of latencies in microseconds. */
  public static LatencyFigures of(Histogram micros) {
    return new LatencyFigures(
        micros.getTotalCount(),
        micros.getMean() / MICROS_PER_MS,
        micros.getValueAtPercentile(50) / MICROS_PER_MS,
        micros.getValueAtPercentile(99) / MICROS_PER_MS);
  }

  /** Increase of {@code value} over {@code baseline} in percent. */
  public static double degradation(double value, double baseline) {
    return PERCENT * (value / baseline - 1);
  }

  /** Adds {@code <name>_count} and, unless the count is 0, {@code <name>_mean_ms} and so on. */
  void addTo(JsonObject json, String name) {
    json.addProperty(name + "_count", count);
    if (count > 0) {
      json.addProperty(name + "_mean_ms", Rounding.round(mean));
      json.addProperty(name + "_p50_ms", Rounding.round(p50));
      json.addProperty(name + "_p99_ms", Rounding.round(p99));
    }
  }
}
