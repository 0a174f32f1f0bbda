// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

class IndexReportTest {
  private static final IndexPlan PLAN = new IndexPlan(4_000, 1, 2, 10, 0, 7);

  @Test
  void reportHasWhatWasMeasuredWithItsIntervalAndTheLimits() throws IOException {
    IndexResults results = new IndexResults(false);
    for (int indexed = 200; indexed <= 300; indexed += 100) {
      results.add(
          0,
          Map.of(
              Kind.PLAIN_PUT, new Sample(10, 100, 150),
              Kind.INDEXED_PUT, new Sample(10, indexed, 900)));
    }
    IndexReport report = new IndexReport(PLAN, results);

    assertThat(report.toText())
        .containsPattern("put, one index / put, no index, p50 +9.2 +2.45 +2.00–3.00 +1 +2 +≤ 2.7")
        .containsPattern("put, one index +250 +900 +20")
        .doesNotContain("lookup")
        .contains("No network is between them");
    JsonObject json = JsonParser.parseString(report.toJson()).getAsJsonObject();
    JsonObject ratio = json.getAsJsonArray("ratios").get(0).getAsJsonObject();
    assertThat(ratio.get("name").getAsString()).isEqualTo("put");
    assertThat(ratio.get("verdict").getAsString()).as("one cluster").isEqualTo("open");
    assertThat(report.toHtml())
        .contains("<td>put, one index</td>", "id=\"panel-rate\"", "\"experiment\": \"slik\"");
  }

  @Test
  void planNamesTheOptionThatIsWrong() {
    assertThat(catchThrowable(() -> new IndexPlan(3_999, 1, 1, 10, 0, 1)))
        .hasMessage("--rows 3999: expected 4000 to 100000000");
    assertThat(catchThrowable(() -> new IndexPlan(4_000, 0, 1, 10, 0, 1)))
        .hasMessage("--repeat 0: expected 1 to 100");
    assertThat(catchThrowable(() -> new IndexPlan(4_000, 1, 0, 10, 0, 1)))
        .hasMessage("--rounds 0: expected 1 to 10000");
    assertThat(catchThrowable(() -> new IndexPlan(4_000, 1, 1, 9, 0, 1)))
        .hasMessage("--operations 9: expected 10 to 1000000");
    assertThat(catchThrowable(() -> new IndexPlan(4_000, 1, 1, 10, -1, 1)))
        .hasMessage("--call-delay -1: expected 0 to 1000000");
  }
}
