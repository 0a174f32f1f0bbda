// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.benchmarks.experiment.ExperimentResult;
import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.LatencyInterval;
import io.lighter.benchmarks.experiment.LatencyLog;
import io.lighter.benchmarks.experiment.LatencyLog.Timing;
import io.lighter.benchmarks.experiment.PhaseTimes;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TrialResult;
import io.lighter.benchmarks.experiment.tpcc.CompactedTable;
import io.lighter.benchmarks.experiment.tpcc.TpccResult;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TpccJsonTest {
  /** A sample trial. */
  private static final TrialResult SAMPLE = SampleResults.trial(Strategy.SS, 1, 2, List.of());

  private static final PhaseTimes TIMES = SAMPLE.first();
  private static final int COLD_FROM = 20;
  private static final int COLD_TO = 40;
  private static final int SECONDS = 50;

  @TempDir private Path folder;

  @Test
  void strategiesHaveWhatTheFigureOfThePaperShows() {
    JsonObject json = TpccJson.of(sample());
    JsonObject stock = ResultsJsonTest.strategy(json, "SS");
    JsonObject newOrder = stock.getAsJsonObject("new_order");

    assertThat(json.get("experiment").getAsString()).isEqualTo("fig8");
    assertThat(number(newOrder, "compaction_pct")).isCloseTo(0, within(0.2));
    assertThat(number(newOrder, "compaction_s")).isEqualTo(10);
    assertThat(number(newOrder, "warmup_pct")).isCloseTo(200, within(1.0));
    assertThat(number(newOrder, "warmup_s")).isEqualTo(20);
    assertThat(number(stock.getAsJsonObject("stock_level"), "warmup_pct"))
        .isCloseTo(200, within(1.0));
    assertThat(number(stock, "failed_ops")).isZero();
    assertThat(ResultFiles.isComplete(json)).isTrue();
  }

  @Test
  void newOrdersPerMinuteCoverTheSameTimeForAllStrategies() {
    JsonObject json = TpccJson.of(sample());

    // 30 s from the compaction: 10 at full speed and 20 at a third of it or a tenth less.
    assertThat(number(ResultsJsonTest.strategy(json, "SS"), "tpmc")).isEqualTo(2 * (300 + 200));
    JsonObject throttled = ResultsJsonTest.strategy(json, "TIW");
    assertThat(number(throttled, "tpmc")).isEqualTo(2 * (300 + 540));
    assertThat(number(throttled, "tpmc_vs_ss_pct")).isCloseTo(68, within(0.1));
  }

  @Test
  void strategyWithoutARunInASetIsIncomplete() {
    TpccResult result =
        result(
            Map.of(CompactedTable.STOCK, List.of(trial(Strategy.SS, 3), trial(Strategy.TIW, 1))),
            List.of(
                new TpccResult.Missing(CompactedTable.ORDER_LINE, Strategy.SS, 1, "no time left")));

    JsonObject json = TpccJson.of(result);

    assertThat(ResultsJsonTest.strategy(json, "SS").get("stock_level").isJsonNull()).isTrue();
    assertThat(ResultFiles.isComplete(json)).isFalse();
    assertThat(TextReport.of(json)).contains("Excluded: SS, order_line, repeat 1: no time left");
  }

  @Test
  void reportHasBothSetsAndThePaperBesideThem() throws Exception {
    JsonObject json = TpccJson.of(sample());
    String html = HtmlReport.of(json);

    assertThat(html)
        .contains("id=\"panel-SS-stock\"", "id=\"panel-TIW-order_line\"", "id=\"tpmc\"")
        .contains("<th>tpmC</th>")
        .contains("<td>163</td>", "<td>8.9</td>")
        .doesNotContain("from when an operation was sent");
    assertThat(Plots.write(json, folder))
        .hasSize(12)
        .contains(
            folder.resolve("fig8-SS-stock.png"),
            folder.resolve("fig8-TIW-order_line.svg"),
            folder.resolve("fig8-p99-order_line.png"));
  }

  @Test
  void comparisonCoversBothSets() {
    JsonObject json = TpccJson.of(sample());

    assertThat(ResultsComparison.of(json, json).lines())
        .extracting(ResultsComparison.Line::name)
        .contains("warmup.new_order_pct", "warmup.stock_level_pct", "compaction.seconds");
  }

  private static TpccResult sample() {
    List<TrialResult> trials = List.of(trial(Strategy.SS, 3), trial(Strategy.TIW, 1.1));
    return result(
        Map.of(CompactedTable.STOCK, trials, CompactedTable.ORDER_LINE, trials), List.of());
  }

  private static TpccResult result(
      Map<CompactedTable, List<TrialResult>> trials, List<TpccResult.Missing> missing) {
    ExperimentSettings settings =
        ExperimentSettings.builder(
                "fig8", "TPC-C", List.of(Strategy.SS, Strategy.TIW), List.of(0.857))
            .quick(true)
            .build();
    ExperimentResult about =
        new ExperimentResult(
            settings,
            List.of("new_order", "stock_level"),
            Map.of("threads", 8),
            Map.of("cpus", 2, "java", "17", "hbase", "2.6.4"),
            List.of("isolation: none"),
            List.of(),
            List.of(),
            0,
            TIMES.baseline(),
            Duration.ofMinutes(7));
    return new TpccResult(about, Duration.ofSeconds(30), trials, missing);
  }

  /** A closed loop, in which slower transactions are proportionally fewer. */
  private static TrialResult trial(Strategy strategy, double slowdown) {
    LatencyLog log = new LatencyLog();
    for (int second = 0; second < SECONDS; second++) {
      double factor = second >= COLD_FROM && second < COLD_TO ? slowdown : 1;
      Instant start = TIMES.baseline().plusSeconds(second);
      for (Timing timing : Timing.values()) {
        add(log, timing, "new_order", start, 10_000, factor);
        add(log, timing, "stock_level", start, 40_000, factor);
      }
    }
    return TrialResult.builder(strategy, SAMPLE.cacheFactor(), 1)
        .compactions(List.of(TIMES))
        .latencies(log)
        .samples(SAMPLE.samples())
        .build();
  }

  private static void add(
      LatencyLog log, Timing timing, String name, Instant start, long micros, double slowdown) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(Math.round(micros * slowdown), (long) (30 / slowdown));
    log.add(timing, name, new LatencyInterval(start, start.plusSeconds(1), histogram));
  }

  private static double number(JsonObject json, String name) {
    return json.get(name).getAsDouble();
  }
}
