// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.benchmarks.experiment.SampleSeries;
import io.lighter.benchmarks.experiment.Samples;
import io.lighter.benchmarks.experiment.ServerSample;
import io.lighter.benchmarks.experiment.StorePrices;
import io.lighter.benchmarks.experiment.StoreTraffic;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TrialResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

class StoreTrafficJsonTest {
  private static final List<String> OPERATIONS = List.of("get", "scan", "update");

  @Test
  void requestsAreThoseOfEachSpanAndMediansOverRuns() {
    JsonObject strategy =
        ResultsJson.strategy(
            Strategy.AD, List.of(trial(Strategy.AD, 1, 2), trial(Strategy.AD, 2, 4)), OPERATIONS);

    JsonObject store = strategy.getAsJsonObject("object_store");
    assertThat(store.keySet())
        .containsExactlyInAnyOrder(
            "baseline", "compaction", "warmup", "rest", "window", "compaction_and_window");
    // The sample's warm-up takes 20 s, with 3 GETs a second as the median of 2 and 4.
    JsonObject warmup = store.getAsJsonObject("warmup");
    assertThat(warmup.get("gets").getAsDouble()).isEqualTo(60);
    assertThat(warmup.get("puts").getAsDouble()).isEqualTo(20);
    assertThat(warmup.get("read_mb").getAsDouble()).isEqualTo(60);
    assertThat(store.getAsJsonObject("compaction").get("gets").getAsDouble()).isEqualTo(30);
  }

  @Test
  void costsAreThoseOfReadsAndWrites() {
    JsonObject strategy =
        ResultsJson.strategy(Strategy.AD, List.of(trial(Strategy.AD, 1, 3)), OPERATIONS);

    StoreTrafficJson.addCosts(strategy, new StorePrices(0.5, 5));

    JsonObject warmup = strategy.getAsJsonObject("object_store").getAsJsonObject("warmup");
    assertThat(warmup.get("cost").getAsDouble()).isCloseTo(0.06 * 0.5 + 0.02 * 5, within(1e-9));
  }

  @Test
  void withoutAnObjectStoreThereAreNoRequests() {
    JsonObject strategy =
        ResultsJson.strategy(
            Strategy.SS, List.of(SampleResults.trial(Strategy.SS, 1, 3, List.of())), OPERATIONS);

    assertThat(strategy.has("object_store")).isFalse();
    assertThat(StoreTable.of(section(strategy))).isEmpty();
  }

  @Test
  void tableComparesRequestsAfterTheCommitWithPrefetchOnOpen() {
    JsonObject prefetch =
        ResultsJson.strategy(Strategy.PF, List.of(trial(Strategy.PF, 1, 100)), OPERATIONS);
    JsonObject adaptive =
        ResultsJson.strategy(Strategy.AD, List.of(trial(Strategy.AD, 1, 4)), OPERATIONS);
    StoreTrafficJson.addCosts(adaptive, new StorePrices(1, 1));

    List<PooledTables.Table> tables = StoreTable.of(section(prefetch, adaptive));

    assertThat(tables).extracting(PooledTables.Table::name).contains("store-window");
    List<List<String>> rows = tables.get(1).rows();
    assertThat(rows.get(0)).endsWith("cost", "% of PF");
    assertThat(rows.get(1)).startsWith("PF", "30", "3,000").endsWith("–", "100.0");
    assertThat(rows.get(2)).startsWith("AD", "30", "120").endsWith("0.1500", "4.0");
  }

  @Test
  void spansOfOtherLengthsAreNotCompared() {
    JsonObject prefetch =
        ResultsJson.strategy(Strategy.PF, List.of(trial(Strategy.PF, 1, 100)), OPERATIONS);
    JsonObject adaptive =
        ResultsJson.strategy(Strategy.AD, List.of(trial(Strategy.AD, 1, 4)), OPERATIONS);
    JsonObject window = adaptive.getAsJsonObject("object_store").getAsJsonObject("window");
    window.addProperty("seconds", window.get("seconds").getAsDouble() / 2);

    List<List<String>> rows = StoreTable.of(section(prefetch, adaptive)).get(1).rows();

    assertThat(rows.get(1)).endsWith("100.0");
    assertThat(rows.get(2)).startsWith("AD").endsWith("–");
  }

  @Test
  void trafficBetweenTwoSamplesIsInterpolated() {
    Instant start = Instant.EPOCH;
    SampleSeries series =
        new SampleSeries(
            List.of(
                Samples.at(start, 0, 0, StoreTraffic.NONE),
                Samples.at(start.plusSeconds(10), 0, 0, traffic(100, 10))));

    assertThat(series.between(start.plusSeconds(2), start.plusSeconds(7)))
        .map(ServerSample::store)
        .contains(traffic(50, 5));
  }

  private static Section section(JsonObject... strategies) {
    JsonObject json = new JsonObject();
    JsonArray all = new JsonArray();
    for (JsonObject strategy : strategies) {
      all.add(strategy);
    }
    json.add("strategies", all);
    return new Section("key", "", "heading", OPERATIONS, PaperFigures.FIGURE_7, json);
  }

  /** A trial with so many GETs, and one PUT, in each second. */
  private static TrialResult trial(Strategy strategy, int repeat, int getsPerSecond) {
    TrialResult without = SampleResults.trial(strategy, repeat, 1, List.of());
    List<ServerSample> samples = new ArrayList<>();
    for (ServerSample sample : without.samples().samples()) {
      long second = samples.size();
      samples.add(
          Samples.at(
              sample.time(),
              sample.hits(),
              sample.misses(),
              traffic(second * getsPerSecond, second)));
    }
    return without.toBuilder().samples(new SampleSeries(samples)).build();
  }

  private static StoreTraffic traffic(long gets, long puts) {
    return new StoreTraffic(gets, 0, 0, puts, 0, 0, gets << 20, 0);
  }
}
