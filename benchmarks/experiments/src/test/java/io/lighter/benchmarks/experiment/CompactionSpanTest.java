// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompactionSpanTest {
  private static final String REGION = "0a1b2c3d4e5f60718293a4b5c6d7e8f9";

  @Test
  void endedCompactionsOfTheRegionAreFound() {
    List<String> lines =
        List.of(
            start("03:00:01", REGION),
            end("03:00:02", "", REGION),
            start("03:00:03", "other"),
            start("03:00:04", REGION),
            end("03:00:06", " major", REGION),
            start("03:00:09", REGION));

    assertThat(CompactionSpan.of(lines, REGION, ZoneOffset.UTC))
        .containsExactly(
            new CompactionSpan(at("03:00:01"), at("03:00:02"), false),
            new CompactionSpan(at("03:00:04"), at("03:00:06"), true));
  }

  private static String start(String time, String region) {
    return "2026-01-02 %s,000 INFO  [x] HStore: Starting compaction of [f] into tmpdir=/t/%s/.tmp"
        .formatted(time, region);
  }

  private static String end(String time, String major, String region) {
    return "2026-01-02 %s,000 INFO  [x] HStore: Completed%s compaction of 4 file(s) in %s/f of %s"
        .formatted(time, major, region, region);
  }

  private static Instant at(String time) {
    return Instant.parse("2026-01-02T" + time + "Z");
  }
}
