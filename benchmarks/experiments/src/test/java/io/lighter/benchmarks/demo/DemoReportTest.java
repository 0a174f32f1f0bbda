// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

class DemoReportTest {
  private static final String[] OF_A_TABLE = {
    "compaction_s", "warmup_s", "hit_ratio", "get", "scan"
  };

  @Test
  void jsonHasTheDocumentedFieldsAndNoOthers() {
    JsonObject json = json(SampleReports.good());

    assertThat(json.keySet())
        .containsExactly(
            "rows",
            "verified_cells",
            "mismatches",
            "stock",
            "lighter",
            "comparison",
            "settled",
            "turns",
            "course",
            "isolation");
    assertThat(json.get("rows").getAsInt()).isEqualTo(1000);
    assertThat(json.get("verified_cells").getAsLong()).isEqualTo(5000);
    assertThat(json.get("mismatches").getAsLong()).isZero();
    JsonObject stock = json.getAsJsonObject("stock");
    assertThat(stock.keySet()).containsExactly(OF_A_TABLE);
    assertThat(stock.get("warmup_s").getAsDouble()).isZero();
    JsonObject hits = stock.getAsJsonObject("hit_ratio");
    assertThat(hits.keySet()).containsExactly("before", "during", "after");
    assertThat(hits.get("before").getAsDouble()).isEqualTo(1);
    assertThat(hits.get("after").getAsDouble()).isEqualTo(0.333333);
    assertThat(stock.get("compaction_s").getAsDouble()).isEqualTo(1.235);
    assertThat(stock.getAsJsonObject("get").keySet()).containsExactly("before", "during", "after");
    JsonObject before = stock.getAsJsonObject("get").getAsJsonObject("before");
    assertThat(before.keySet()).containsExactly("mean_ms", "trimmed_mean_ms", "p99_ms");
    assertThat(before.get("mean_ms").getAsDouble()).isEqualTo(0.5);
    JsonObject lighter = json.getAsJsonObject("lighter");
    assertThat(lighter.keySet()).contains(OF_A_TABLE).contains("offloaded_jobs", "local_jobs");
    assertThat(lighter.get("warmup_s").getAsDouble()).isEqualTo(9.877);
    assertThat(lighter.get("offloaded_jobs").getAsInt()).isEqualTo(8);
    assertThat(lighter.get("local_jobs").getAsInt()).isZero();
    JsonObject course = json.getAsJsonObject("course");
    assertThat(course.keySet()).containsExactly("bin_s", "stock", "lighter");
    assertThat(course.getAsJsonObject("stock").keySet())
        .containsExactly("commit_s", "warmup_end_s", "t", "get_mean_ms", "hit_ratio");
    assertThat(json.getAsJsonArray("isolation")).isNotEmpty();
  }

  @Test
  void jsonHasEachTurnInItsOrder() {
    List<JsonObject> turns =
        json(SampleReports.good()).getAsJsonArray("turns").asList().stream()
            .map(JsonElement::getAsJsonObject)
            .toList();

    assertThat(turns)
        .extracting(turn -> turn.get("table").getAsString())
        .containsExactly("stock", "lighter", "lighter", "stock");
    assertThat(turns).allMatch(turn -> turn.keySet().containsAll(List.of(OF_A_TABLE)));
  }

  @Test
  void jsonHasFactorsOnlyOfAFairComparison() {
    JsonObject fair = comparison(SampleReports.good());
    JsonObject unfair = comparison(SampleReports.of(0, 0, SampleReports.OFFLOADED, 3.4, 1.3));

    assertThat(fair.keySet())
        .containsExactly("before_agrees", "before_difference", "settled", "stock", "lighter");
    assertThat(fair.get("before_agrees").getAsBoolean()).isTrue();
    assertThat(fair.get("before_difference").getAsDouble()).isZero();
    assertThat(unfair.get("before_difference").getAsDouble()).isEqualTo(1.615, within(0.01));
    assertThat(factor(fair, "stock", "after").getAsDouble()).isEqualTo(4, within(0.01));
    assertThat(factor(fair, "lighter", "during").isJsonNull()).isTrue();
    assertThat(unfair.get("before_agrees").getAsBoolean()).isFalse();
    assertThat(factor(unfair, "stock", "after").isJsonNull()).isTrue();
    assertThat(factor(unfair, "lighter", "after").isJsonNull()).isTrue();
  }

  @Test
  void aPhaseWithoutReadsIsNullInJsonAndADashInTheTable() {
    JsonObject stock = json(SampleReports.good()).getAsJsonObject("stock");

    JsonObject during = stock.getAsJsonObject("scan").getAsJsonObject("during");
    assertThat(during.get("mean_ms").isJsonNull()).isTrue();
    assertThat(during.get("p99_ms").isJsonNull()).isTrue();
    assertThat(stock.getAsJsonObject("hit_ratio").get("during").isJsonNull()).isTrue();
    assertThat(text(SampleReports.good()).lines().filter(line -> line.contains("  during")))
        .hasSize(5)
        .allMatch(line -> line.matches(" +during( : before)? +- +-"));
  }

  @Test
  void textOpensWithThePictureAndShowsTheFigures() {
    JobCounts jobs = new JobCounts(7, Map.of("server-lost", 1));

    String text = text(SampleReports.of(0, 0, jobs, 0.5, 0.5));

    assertThat(text)
        .startsWith("gets over time, mean: _ ")
        .containsPattern("compaction +1\\.2 s +2\\.5 s")
        .containsPattern("ran on +region servers +7 offloaded, 1 local \\(server-lost\\)")
        .contains("0.50 / 0.50")
        .containsPattern("warm-up +- +throttled, 9\\.9 s")
        .containsPattern("ended early +2: deadline")
        .containsPattern("before +100\\.00 % +100\\.00 %")
        .containsPattern("after +33\\.33 % +33\\.33 %")
        .containsPattern("after : before +x 4\\.00 / x 4\\.00 +x 4\\.00 / x 4\\.00")
        .contains("verified 5,000 cells of 1,000 rows: 0 mismatches; 0 bad reads")
        .contains("4 turns: stock, lighter, lighter, stock")
        .contains("isolated: nothing");
    assertThat(text.lines()).hasSizeLessThan(45).allMatch(line -> line.length() <= 80);
  }

  @Test
  void textWithholdsAnUnfairComparisonAndSaysWhy() {
    String text = text(SampleReports.of(0, 0, SampleReports.OFFLOADED, 3.4, 1.3));

    assertThat(text).doesNotContain("after : before", "x 4.00");
    assertThat(text.lines().filter(line -> line.contains("not compared: the trimmed means before")))
        .hasSize(2)
        .allMatch(line -> line.matches("  .* differ by 16[12]\\.. % \\(limit 10 %\\)"))
        .allMatch(line -> line.length() <= 80);
    assertThat(text.lines().filter(line -> line.contains("before, trimmed")))
        .hasSize(2)
        .allMatch(line -> line.matches("  before, trimmed +3\\.40 +1\\.30"));
  }

  @Test
  void operationsThatWereUnsteadyAreNamed() {
    DemoReport report = SampleReports.unsettled(Operation.SCAN);

    assertThat(text(report)).contains("; before them, figures were unsteady: scan");
    assertThat(json(report).get("settled").getAsBoolean()).isFalse();
    assertThat(comparison(report).get("settled").getAsBoolean()).isTrue();
    JsonObject scan = json(report).getAsJsonObject("comparison").getAsJsonObject("scan");
    assertThat(scan.get("settled").getAsBoolean()).isFalse();
    assertThat(json(SampleReports.good()).get("settled").getAsBoolean()).isTrue();
  }

  @Test
  void differencesBadReadsAndAnIdlePluginFail() {
    assertThat(SampleReports.good().failures(true)).isEmpty();
    assertThat(report(2, 0, SampleReports.OFFLOADED).failures(true))
        .singleElement()
        .isEqualTo("2 cells differ: missing: <x>");
    assertThat(report(0, 3, SampleReports.OFFLOADED).failures(true))
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
    return SampleReports.of(mismatches, badReads, jobs, 0.5, 0.5);
  }

  private static String text(DemoReport report) {
    return ReportTable.of(report, Glyphs.ASCII);
  }

  private static JsonObject json(DemoReport report) {
    return JsonParser.parseString(ReportJson.of(report)).getAsJsonObject();
  }

  private static JsonObject comparison(DemoReport report) {
    return json(report).getAsJsonObject("comparison").getAsJsonObject("get");
  }

  private static JsonElement factor(JsonObject comparison, String table, String phase) {
    return comparison.getAsJsonObject(table).getAsJsonObject(phase).get("mean");
  }
}
