// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** The self-contained page of Figure 9, like {@link HtmlReport}. */
final class ScaleOutPage {
  private static final List<PageBody.Panel> MEASURED =
      List.of(
          new PageBody.Panel("waiting", "Compactions that wait"),
          new PageBody.Panel("wait", "Wait in the queue, each compaction"),
          new PageBody.Panel("compaction", "From the request to the output, each compaction"),
          new PageBody.Panel("rate", "Compactions per minute"),
          new PageBody.Panel("get", "Response time of gets"),
          new PageBody.Panel("scan", "Response time of scans"));

  private static final List<PageBody.Panel> SIMULATED =
      List.of(
          new PageBody.Panel("simulated-wait", "Wait in the queue, median of a minute"),
          new PageBody.Panel("simulated-waiting", "Compactions that wait, for each region server"),
          new PageBody.Panel("simulated-rate", "Compactions per minute, for each region server"));

  private final JsonObject results;
  private final PageBody body = new PageBody();

  private ScaleOutPage(JsonObject results) {
    this.results = results;
  }

  static String of(JsonObject results) throws IOException {
    ScaleOutPage page = new ScaleOutPage(results);
    page.body.addHead(results);
    page.body.add("<h2>Measured on this machine</h2>");
    page.body.addTable("measured", ScaleOutTable.measured(results).rows());
    page.body.addPanels(MEASURED);
    page.body.add("<h2>Simulated</h2>");
    page.body.add(
        "<p class=\"note\">The manager's own planner on a clock of its own; compaction servers are"
            + " numbers: four threads, each 64 MB/s. At minute 0 as many join as there are.</p>");
    page.body.addTable("simulated", ScaleOutTable.simulated(results).rows());
    page.body.addPanels(SIMULATED);
    page.body.addExcluded(results, "runs");
    page.addMethod();
    return HtmlReport.page("scale-out", page.body, results);
  }

  private void addMethod() {
    JsonObject plan = results.getAsJsonObject("plan");
    body.add("<h2>How it was measured</h2>");
    body.add(
        "<p>Each region server has %s regions of %s, and each region asks for a compaction of all"
            + " its files every %s s, or, if one is late, as soon as it is over. What a compaction"
            + " server can do is set, not found out: %s thread, and <code>"
            + "lighter.server.throughput.limit</code> = %s/s. So one server is overloaded by its"
            + " configuration and not by this machine's CPUs, which all processes share.</p>",
        text(plan, "regions_per_region_server"),
        megabytes(plan, "region_bytes"),
        text(plan, "compaction_period_s"),
        text(plan, "server_threads"),
        megabytes(plan, "server_throughput_limit"));
    body.add(
        "<p>A cluster is watched for %s s with each number of compaction servers; the next one"
            + " joins while it runs, and nothing is restarted. Of each part the first %s s do not"
            + " count in the table: the queue is still that of the part before. Response times are"
            + " from when an operation was due. Rates of clients grow with the region servers;"
            + " those below are of the largest cluster.</p>",
        text(plan, "part_s"), text(plan, "left_out_s"));
    body.addIsolationAndWorkload(results);
  }

  private static String text(JsonObject json, String field) {
    return json.get(field).getAsString();
  }

  private static String megabytes(JsonObject json, String field) {
    return String.format(Locale.ROOT, "%.1f MB", json.get(field).getAsDouble() / (1 << 20));
  }
}
