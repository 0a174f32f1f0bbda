// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

class IndexReportTest {
  private static final Map<Tally.Event, Long> ACTIVE =
      Map.of(
          Tally.Event.WRITE, 50L,
          Tally.Event.LOOKUP, 3L,
          Tally.Event.ASYNC_LOOKUP, 4L,
          Tally.Event.JUDGED, 900L);

  private static final Violation VIOLATION =
      new Violation(
          Problem.Kind.MISSING,
          "r000001",
          "nothing",
          "'city' with values [[Optional[c01]]] meanwhile",
          "lookup of 'c01' in city, no limit",
          "check-indexed-reader-0",
          Duration.ofMillis(1_234),
          Duration.ofMillis(1_240));

  @Test
  void jsonHasTheCountsAndTheViolations() {
    JsonObject json =
        JsonParser.parseString(
                report(with(Tally.Event.ROW_MISSING, 1), 2, List.of(VIOLATION)).toJson())
            .getAsJsonObject();

    assertThat(json.get("seed").getAsLong()).isEqualTo(9);
    assertThat(json.get("lookups").getAsLong()).isEqualTo(7);
    assertThat(json.get("lookups_blocking").getAsLong()).isEqualTo(3);
    assertThat(json.get("judgements").getAsLong()).isEqualTo(900);
    assertThat(json.get("stale_entries_per_lookup").getAsDouble()).isEqualTo(0.125);
    assertThat(json.get("compactions_offloaded").getAsLong()).isEqualTo(2);
    assertThat(json.get("index_compactions_offloaded").getAsLong()).isEqualTo(5);
    assertThat(json.get("entries").getAsLong()).isEqualTo(40);
    assertThat(json.get("entries_stale").getAsLong()).isEqualTo(2);
    assertThat(json.get("entries_collected").getAsLong()).isEqualTo(7);
    assertThat(json.get("rows_missing").getAsLong()).isEqualTo(1);
    assertThat(json.get("rows_foreign").getAsLong()).isZero();
    assertThat(json.get("entries_lost").getAsLong()).isZero();
    assertThat(json.get("violations").getAsLong()).isEqualTo(1);
    assertThat(
            json.getAsJsonArray("violation_details")
                .get(0)
                .getAsJsonObject()
                .get("kind")
                .getAsString())
        .isEqualTo("missing");
  }

  @Test
  void textHasTheCountsAndEachViolation() {
    assertThat(report(with(Tally.Event.ROW_MISSING, 1), 2, List.of(VIOLATION)).toText())
        .contains(
            "7 lookups (3 blocking, 4 asynchronous), 900 judgements, in 90 s (seed 9);"
                + " 0.125 stale entries met per lookup",
            "2 compactions offloaded, 0 local, of index tables 5 and 6;",
            "40 entries in the end, 2 of them stale; the last compactions took 7",
            "violations: 1; 1 rows missing, 0 foreign, 0 entries lost",
            "MISSING: row r000001 showed nothing");
  }

  @Test
  void passesWithActivityAndWithoutViolations() {
    assertThat(report(ACTIVE, 1, List.of()).passed()).isTrue();
  }

  @Test
  void doesNotPassWithAViolationOrAFailedLookup() {
    assertThat(report(ACTIVE, 1, List.of(VIOLATION)).passed()).isFalse();
    assertThat(report(with(Tally.Event.READ_FAILED, 1), 1, List.of()).passed()).isFalse();
  }

  @Test
  void doesNotPassIfNothingWasTried() {
    assertThat(report(ACTIVE, 0, List.of()).passed()).as("nothing offloaded").isFalse();
    assertThat(report(with(Tally.Event.JUDGED, 0), 1, List.of()).passed()).isFalse();
    assertThat(report(with(Tally.Event.WRITE, 0), 1, List.of()).passed()).isFalse();
  }

  private static Map<Tally.Event, Long> with(Tally.Event event, long count) {
    Map<Tally.Event, Long> counts = new EnumMap<>(ACTIVE);
    counts.put(event, count);
    return counts;
  }

  private static IndexReport report(
      Map<Tally.Event, Long> counts, long offloaded, List<Violation> violations) {
    Map<Tally.Event, Long> all = new EnumMap<>(Tally.Event.class);
    for (Tally.Event event : Tally.Event.values()) {
      all.put(event, counts.getOrDefault(event, 0L));
    }
    return new IndexReport(
        new CheckReport(
            9,
            Duration.ofSeconds(90),
            all,
            new CompactionCounts(offloaded, 0, 0, 0),
            violations.size(),
            violations,
            Optional.empty()),
        new CompactionCounts(5, 6, 0, 0),
        0.125,
        new IndexFinalCheck.Entries(40, 2, 7));
  }
}
