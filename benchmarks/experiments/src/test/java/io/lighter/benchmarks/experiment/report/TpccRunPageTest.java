// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

class TpccRunPageTest {
  @Test
  void pageHasTheFiguresOfEachTypeAndIsSelfContained() throws Exception {
    String page = TpccRunPage.of(sample(0, 0.5));

    assertThat(page)
        .contains("TPC-C: 1,234 New-Orders a minute", "Not a TPC result")
        .contains("<td>new-order</td><td>2,468</td><td>0</td>", "<td>4.00</td>")
        .contains("id=\"panel-tpmc\"", "id=\"panel-rate\"", "id=\"panel-latency\"", "Chart.js v")
        .doesNotContain("@DATA@", "@CHART@", "@BODY@", "<script src", "class=\"warning\" id=");
  }

  @Test
  void failuresAndABusyClientAreReported() throws Exception {
    assertThat(TpccRunPage.of(sample(3, 0.93)))
        .contains("3 transactions failed, the first one: no &lt;region&gt;")
        .contains("The client used 93 %");
  }

  static JsonObject sample(long failed, double clientShare) {
    JsonObject run = new JsonObject();
    run.addProperty("warehouses", 2);
    run.addProperty("items", 1_000);
    run.addProperty("customers_per_district", 30);
    run.addProperty("threads", 4);
    run.addProperty("rate", 0);
    run.addProperty("seed", 7);
    run.addProperty("seconds", 120);
    run.addProperty("tpmc", 1_234);
    run.addProperty("failed", failed);
    if (failed > 0) {
      run.addProperty("first_failure", "no <region>");
    }
    run.addProperty("rolled_back_new_orders", 24);
    run.addProperty("skipped_deliveries", 0);
    run.addProperty("not_started", 0);
    run.addProperty("client_cpu_share", clientShare);
    JsonObject type = new JsonObject();
    type.addProperty("count", 2_468);
    type.addProperty("failed", 0);
    double value = 1;
    for (String figure : new String[] {"mean", "p50", "p95", "p99", "p999", "max"}) {
      type.addProperty(figure + "_ms", value += 0.5);
    }
    JsonObject types = new JsonObject();
    types.add("new-order", type);
    run.add("types", types);
    JsonArray intervals = new JsonArray();
    for (int second = 0; second < 3; second++) {
      JsonObject interval = new JsonObject();
      interval.addProperty("start_s", second);
      interval.addProperty("seconds", 1);
      interval.addProperty("tpmc", 1_200 + second);
      interval.addProperty("new-order", 20);
      intervals.add(interval);
    }
    run.add("intervals", intervals);
    return run;
  }
}
