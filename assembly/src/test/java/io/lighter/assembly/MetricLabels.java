// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import io.lighter.common.engine.TierFigures;
import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.regionserver.local.LocalReason;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Suffixes of the names of a family's members. */
final class MetricLabels {
  private MetricLabels() {}

  /** All labels; one empty label for a metric that is not a family, and one table for all. */
  static Stream<String> of(LighterMetric metric) {
    return switch (metric.label()) {
      case "" -> Stream.of("");
      case "reason" -> Arrays.stream(LocalReason.values()).map(LocalReason::tag);
      case "refusal" ->
          Arrays.stream(Refusal.values()).map(each -> each.name().toLowerCase(Locale.ROOT));
      case "cause" -> Stream.of("conflict", "snapshot-gone", "too-many", "invalid");
      case "kind" -> Stream.of("get", "head", "put", "list", "delete");
      case "type" -> Stream.of("disk", "ssd", "archive");
      case "level" -> IntStream.range(0, TierFigures.LEVELS).mapToObj(Integer::toString);
      case "table" -> Stream.of("t"); // any name
      default -> throw new IllegalArgumentException("unknown label: " + metric.label());
    };
  }
}
