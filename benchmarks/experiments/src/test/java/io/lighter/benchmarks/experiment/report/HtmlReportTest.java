// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.experiment.Strategy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HtmlReportTest {
  private static final Pattern ROW = Pattern.compile("<tr>\\s*(.*?)</tr>", Pattern.DOTALL);
  private static final Pattern CELL = Pattern.compile("<t[hd][^>]*>([^<]*)</t[hd]>");

  @Test
  void figureTableHasMeasuredFiguresBesideThePapers() throws Exception {
    List<String> stock = row(html(), "SS");

    // strategy, n; get, p99, scan, p99, time of both phases; then the paper's
    assertThat(stock.subList(7, 12))
        .satisfies(
            warmup -> {
              assertThat(warmup.get(0)).isIn("200", "199", "201");
              assertThat(warmup.get(4)).isEqualTo("00:20");
            });
    assertThat(stock.subList(12, 18))
        .containsExactly("11.5", "53.0", "05:20", "1,020", "642", "06:10");
  }

  @Test
  void everyStrategyHasAPanelWithAPlot() throws Exception {
    String html = html();

    assertThat(html)
        .contains("id=\"panel-SS-1_5\"", "id=\"panel-TIW-1_5\"")
        .contains("<canvas aria-label=\"latency of SS over time\">")
        .contains("Repeat 1: the machine was busy before: 80 %");
  }

  @Test
  void pageIsSelfContained() throws Exception {
    String html = html();

    assertThat(html).contains("Chart.js v").doesNotContain("@DATA@", "@CHART@", "@BODY@");
    assertThat(html).doesNotContain("<script src", "<link rel=\"stylesheet\"");
  }

  @Test
  void excludedRunsAreListed() throws Exception {
    String html =
        HtmlReport.of(
            ResultsJson.of(
                SampleResults.of(
                    List.of(SampleResults.trial(Strategy.SS, 1, 2, 3, List.of())), List.of())));

    assertThat(html).contains("Excluded runs", "operations failed: {get=3}", "No run of it counts");
  }

  @Test
  void textOfResultsCannotEndTheScript() throws Exception {
    String html =
        HtmlReport.of(
            ResultsJson.of(
                SampleResults.of(
                    List.of(
                        SampleResults.trial(Strategy.SS, 1, 2, List.of("</script><b>bold</b>"))),
                    List.of())));

    assertThat(html).doesNotContain("</script><b>bold");
  }

  private static String html() throws Exception {
    return HtmlReport.of(ResultsJson.of(SampleResults.stockAndThrottled()));
  }

  /** The page's first row of the strategy. */
  private static List<String> row(String html, String strategy) {
    Matcher rows = ROW.matcher(html);
    while (rows.find()) {
      List<String> cells = new ArrayList<>();
      Matcher cell = CELL.matcher(rows.group(1));
      while (cell.find()) {
        cells.add(cell.group(1));
      }
      if (!cells.isEmpty() && cells.get(0).equals(strategy)) {
        return cells;
      }
    }
    throw new AssertionError("no row of " + strategy + " in " + Arrays.asList(html.length()));
  }
}
