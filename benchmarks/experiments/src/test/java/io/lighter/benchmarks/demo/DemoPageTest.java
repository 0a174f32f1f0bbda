// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

class DemoPageTest {
  private static final Pattern DATA =
      Pattern.compile("<script id=\"results\" type=\"application/json\">(.*?)</script>");

  @Test
  void pageHasTheDataOfThePlots() throws IOException {
    Matcher data = DATA.matcher(DemoPage.of(SampleReports.good()));

    assertThat(data.find()).isTrue();
    JsonObject json = JsonParser.parseString(data.group(1)).getAsJsonObject();
    assertThat(json).isEqualTo(ReportJson.object(SampleReports.good()));
    JsonObject stock = json.getAsJsonObject("course").getAsJsonObject("stock");
    assertThat(stock.getAsJsonArray("t").get(0).getAsDouble()).isEqualTo(-3.75);
    assertThat(stock.getAsJsonArray("get_mean_ms").get(0).getAsDouble()).isEqualTo(0.5);
    assertThat(stock.getAsJsonArray("hit_ratio").get(0).getAsDouble()).isEqualTo(1);
    assertThat(stock.getAsJsonArray("hit_ratio").get(8).isJsonNull()).isTrue();
  }

  @Test
  void pageNeedsNoNetwork() throws IOException {
    String page = DemoPage.of(SampleReports.good());

    assertThat(page).contains("Chart.js v").doesNotContain("@DATA@", "@CHART@", "@BODY@");
    assertThat(page).doesNotContainPattern("(?i)(src|href|action)\\s*=\\s*[\"']?(https?:)?//");
    assertThat(page).doesNotContainPattern("(?i)url\\(\\s*[\"']?(https?:)?//|@import");
    assertThat(page).doesNotContain("<script src", "<link rel=\"stylesheet\"");
  }

  @Test
  void valuesAreReadableWithoutJavaScript() throws IOException {
    String page = DemoPage.of(SampleReports.good());

    String fallback = page.substring(page.indexOf("<noscript>"), page.indexOf("</noscript>"));
    assertThat(fallback)
        .contains("<tr><td>stock</td><td>-3.75</td><td>0.5</td><td>1.0</td></tr>")
        .contains("<tr><td>Lighter</td><td>11.75</td><td>2.0</td><td>0.333333</td></tr>");
    assertThat(page)
        .contains("<th class=\"part\">after : before</th><td>x 4.00 / x 4.00</td>")
        .contains("id=\"factors-get\"><b>get</b>")
        .contains("own before: during –; after stock x 4.00, Lighter x 4.00.")
        .contains("verified 5,000 cells of 1,000 rows: 0 mismatches; 0 bad reads")
        .contains("isolated: nothing (profile ssd)");
  }

  @Test
  void unfairComparisonIsRefusedAndTextIsEscaped() throws IOException {
    String page = DemoPage.of(SampleReports.of(1, 0, SampleReports.OFFLOADED, 3.4, 1.3));

    assertThat(page)
        .containsPattern(
            "id=\"refusal-get\"><b>get</b>: not compared: the trimmed means before differ by 16.*"
                + " %")
        .contains("Means: stock before 3.40 ms, during –, after 13.6", "Lighter before 1.30 ms")
        .contains("<li>missing: &lt;x&gt;</li>")
        .doesNotContain("missing: <x>", "after : before", "factors-get");
  }
}
