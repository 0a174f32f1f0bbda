// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.WarmupStrategy;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

class DemoReportTest {
  private static final JobCounts OFFLOADED = new JobCounts(4, Map.of());

  @Test
  void jsonHasTheDocumentedFieldsAndNoOthers() {
    JsonObject json =
        JsonParser.parseString(ReportJson.of(report(0, 0, OFFLOADED))).getAsJsonObject();

    assertThat(json.keySet())
        .containsExactly("rows", "verified_cells", "mismatches", "stock", "lighter");
    assertThat(json.get("rows").getAsInt()).isEqualTo(1000);
    assertThat(json.get("verified_cells").getAsLong()).isEqualTo(5000);
    assertThat(json.get("mismatches").getAsLong()).isZero();
    JsonObject stock = json.getAsJsonObject("stock");
    assertThat(stock.keySet())
        .containsExactly("compaction_s", "warmup_s", "hit_ratio", "get", "scan");
    assertThat(stock.get("warmup_s").getAsDouble()).isZero();
    JsonObject hits = stock.getAsJsonObject("hit_ratio");
    assertThat(hits.keySet()).containsExactly("before", "during", "after");
    assertThat(hits.get("before").getAsDouble()).isEqualTo(1);
    assertThat(hits.get("after").getAsDouble()).isEqualTo(0.333333);
    assertThat(stock.get("compaction_s").getAsDouble()).isEqualTo(1.235);
    assertThat(stock.getAsJsonObject("get").keySet()).containsExactly("before", "during", "after");
    JsonObject before = stock.getAsJsonObject("get").getAsJsonObject("before");
    assertThat(before.keySet()).containsExactly("mean_ms", "p99_ms");
    assertThat(before.get("mean_ms").getAsDouble()).isEqualTo(0.5);
    assertThat(before.get("p99_ms").getAsDouble()).isEqualTo(2.25);
    JsonObject lighter = json.getAsJsonObject("lighter");
    assertThat(lighter.keySet())
        .containsExactly(
            "compaction_s", "warmup_s", "hit_ratio", "get", "scan", "offloaded_jobs", "local_jobs");
    assertThat(lighter.get("warmup_s").getAsDouble()).isEqualTo(9.877);
    assertThat(lighter.get("offloaded_jobs").getAsInt()).isEqualTo(4);
    assertThat(lighter.get("local_jobs").getAsInt()).isZero();
  }

  @Test
  void aPhaseWithoutReadsIsNullInJsonAndADashInTheTable() {
    DemoReport report = report(0, 0, OFFLOADED);

    JsonObject stock =
        JsonParser.parseString(ReportJson.of(report)).getAsJsonObject().getAsJsonObject("stock");
    JsonObject during = stock.getAsJsonObject("scan").getAsJsonObject("during");
    assertThat(during.get("mean_ms").isJsonNull()).isTrue();
    assertThat(during.get("p99_ms").isJsonNull()).isTrue();
    assertThat(stock.getAsJsonObject("hit_ratio").get("during").isJsonNull()).isTrue();
    assertThat(ReportTable.of(report).lines().filter(line -> line.contains("during")))
        .hasSize(3)
        .allMatch(line -> line.matches(" +during +- +-"));
  }

  @Test
  void tableShowsTimesPlacesAndLatencies() {
    JobCounts jobs = new JobCounts(3, Map.of("server-lost", 1));

    String table = ReportTable.of(report(0, 0, jobs));

    assertThat(table)
        .containsPattern("compaction +1\\.2 s +2\\.5 s")
        .containsPattern("ran on +region servers +3 offloaded, 1 local \\(server-lost\\)")
        .contains("0.50 / 2.25")
        .containsPattern("warm-up +- +throttled, 9\\.9 s")
        .containsPattern("ended early +1: deadline")
        .containsPattern("before +100\\.00 % +100\\.00 %")
        .containsPattern("after +33\\.33 % +33\\.33 %")
        .contains("verified 5,000 cells of 1,000 rows: 0 mismatches; 0 bad reads");
    assertThat(table.lines()).hasSizeLessThan(24).allMatch(line -> line.length() <= 80);
  }

  @Test
  void differencesBadReadsAndAnIdlePluginFail() {
    assertThat(report(0, 0, OFFLOADED).failures(true)).isEmpty();
    assertThat(report(2, 0, OFFLOADED).failures(true))
        .singleElement()
        .isEqualTo("2 cells differ: missing: x");
    assertThat(report(0, 3, OFFLOADED).failures(true))
        .singleElement()
        .isEqualTo("3 reads went wrong: row 1 is lost");
    JobCounts none = new JobCounts(0, Map.of());
    assertThat(report(0, 0, none).failures(true)).hasSize(1);
    assertThat(report(0, 0, none).failures(false)).isEmpty();
    assertThat(report(0, 0, new JobCounts(0, Map.of("no-server", 4))).failures(true))
        .singleElement()
        .isEqualTo("no compaction was offloaded; reasons: {no-server=4}");
  }

  private static DemoReport report(long mismatches, long badReads, JobCounts jobs) {
    return new DemoReport(
        1000,
        WarmupStrategy.THROTTLED,
        new TableVerifier.Verdict(
            5000, mismatches, mismatches == 0 ? List.of() : List.of("missing: x")),
        table(1.2349, new WarmupOutcome(0, 0, Map.of())),
        table(2.5, new WarmupOutcome(9.8765, 3, Map.of("deadline", 1))),
        jobs,
        badReads,
        badReads == 0 ? List.of() : List.of("row 1 is lost"));
  }

  private static DemoReport.TableReport table(double seconds, WarmupOutcome warmup) {
    Map<Operation, Map<Phase, Latency>> latencies = new EnumMap<>(Operation.class);
    for (Operation operation : Operation.values()) {
      Map<Phase, Latency> byPhase = new EnumMap<>(Phase.class);
      for (Phase phase : Phase.values()) {
        byPhase.put(
            phase, phase == Phase.DURING ? new Latency(0, 0, 0) : new Latency(100, 0.5, 2.25));
      }
      latencies.put(operation, byPhase);
    }
    Map<Phase, HitCounts> hits =
        Map.of(Phase.BEFORE, new HitCounts(1000, 0), Phase.AFTER, new HitCounts(100, 200));
    return new DemoReport.TableReport(seconds, 4, latencies, hits, warmup);
  }
}
