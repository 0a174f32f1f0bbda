// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckReportTest {
  private static final CompactionCounts COMPACTIONS = new CompactionCounts(7, 2, 5, 1);
  private static final Violation VIOLATION =
      new Violation(
          Problem.Kind.STALE,
          "r000001",
          "f{A=[1]}",
          "version 2",
          "get",
          "check-getter-0",
          Duration.ofMillis(1_234),
          Duration.ofMillis(1_240));

  @Test
  void jsonHasTheCountsAndTheViolations() {
    JsonObject json =
        JsonParser.parseString(
                report(
                        Map.of(
                            Tally.Event.GET,
                            3L,
                            Tally.Event.SCAN,
                            4L,
                            Tally.Event.ENGINE_CHANGE,
                            6L),
                        List.of(VIOLATION))
                    .toJson())
            .getAsJsonObject();

    assertThat(json.get("seed").getAsLong()).isEqualTo(9);
    assertThat(json.get("minutes").getAsDouble()).isEqualTo(1.5);
    assertThat(json.get("reads").getAsLong()).isEqualTo(7);
    assertThat(json.get("compactions").getAsLong()).isEqualTo(9);
    assertThat(json.get("warmups").getAsLong()).isEqualTo(5);
    assertThat(json.get("engine_changes").getAsLong()).isEqualTo(6);
    assertThat(json.get("violations").getAsLong()).isEqualTo(1);
    JsonObject violation = json.getAsJsonArray("violation_details").get(0).getAsJsonObject();
    assertThat(violation.get("kind").getAsString()).isEqualTo("stale");
    assertThat(violation.get("row").getAsString()).isEqualTo("r000001");
    assertThat(violation.get("start_ms").getAsLong()).isEqualTo(1_234);
    assertThat(json.keySet())
        .contains(
            "rows_checked",
            "writes",
            "splits",
            "merges",
            "moves",
            "flushes",
            "bulk_loads",
            "snapshots");
  }

  @Test
  void textNamesEachViolation() {
    assertThat(report(Map.of(), List.of(VIOLATION)).toText())
        .contains("violations: 1", "STALE: row r000001 showed f{A=[1]}, allowed: version 2");
  }

  @Test
  void textTellsOfTiersOnlyIfTheyWereDisturbed() {
    assertThat(report(Map.of(), List.of()).toText()).doesNotContain("tiers");
    assertThat(
            report(Map.of(Tally.Event.TIER_CHANGE, 3L, Tally.Event.VOLUME_FILL, 4L), List.of())
                .toText())
        .contains("3 changes of tiers", "SSDs full 4 times");
  }

  @Test
  void passesOnlyIfSomethingWasCheckedAndNothingWasWrong() {
    Map<Tally.Event, Long> checked = Map.of(Tally.Event.ROW_CHECKED, 1L);

    assertThat(report(checked, List.of()).passed()).isTrue();
    assertThat(report(checked, List.of(VIOLATION)).passed()).isFalse();
    assertThat(report(Map.of(), List.of()).passed()).isFalse();
    assertThat(
            report(Map.of(Tally.Event.ROW_CHECKED, 1L, Tally.Event.READ_FAILED, 1L), List.of())
                .passed())
        .isFalse();
  }

  @Test
  void logCountsExcludeClonesOfTheTable(@TempDir Path folder) throws Exception {
    Path log = folder.resolve("regionserver.log");
    Files.writeString(
        log,
        """
        INFO compaction offloaded: cj-1 table=checked region=a family=f
        INFO compaction offloaded: cj-2 table=checked_snapshot_1_clone region=a family=f
        INFO compaction local (no-server): table=checked region=a family=f
        INFO warm-up started: cj-1 table=checked region=a family=f
        INFO warm-up completed: cj-1 table=checked region=a family=f
        INFO warm-up ended: cj-3 table=checked region=a family=f reason=moved
        """);

    assertThat(new LogCounts(List.of(log, log), TableName.valueOf("checked")).read())
        .isEqualTo(new CompactionCounts(2, 2, 2, 2));
  }

  private static CheckReport report(Map<Tally.Event, Long> some, List<Violation> violations) {
    Map<Tally.Event, Long> counts = new EnumMap<>(Tally.Event.class);
    for (Tally.Event event : Tally.Event.values()) {
      counts.put(event, some.getOrDefault(event, 0L));
    }
    return new CheckReport(
        9,
        Duration.ofSeconds(90),
        counts,
        COMPACTIONS,
        violations.size(),
        violations,
        Optional.empty());
  }
}
