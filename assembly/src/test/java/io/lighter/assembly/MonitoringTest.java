// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.metrics.LighterMetric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** Checks that the dashboard and the alert rules use the names of existing metrics. */
class MonitoringTest {
  private static final Path FOLDER =
      Path.of(System.getProperty("lighter.monitoring.dir", "src/main/dist/monitoring"));

  /** Text that is not a metric name: strings, selectors, ranges, labels of an aggregation. */
  private static final Pattern NO_NAMES =
      Pattern.compile(
          "\"[^\"]*\"|'[^']*'|\\{[^}]*}|\\[[^]]*]"
              + "|\\b(by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\)");

  /** A word that is neither a function nor a unit after a number. */
  private static final Pattern NAME = Pattern.compile("(?<![\\w:$])[a-zA-Z_:][\\w:]*+(?!\\s*\\()");

  /** Whether a target answered; Prometheus makes this metric for each one. */
  private static final String OF_PROMETHEUS = "up";

  private static final Set<String> KEYWORDS = Set.of("and", "or", "unless", "offset", "bool");

  @Test
  void dashboardUsesExistingMetrics() throws IOException {
    List<String> queries = queriesOfDashboard();

    assertThat(queries).hasSizeGreaterThan(40);
    assertThat(names(queries)).isSubsetOf(exported());
  }

  @Test
  void panelsOfTheDashboardAreNamedAndDoNotOverlap() throws IOException {
    List<String> places = new ArrayList<>();
    for (JsonElement panel : dashboard().getAsJsonArray("panels")) {
      JsonObject place = panel.getAsJsonObject().getAsJsonObject("gridPos");
      places.add(place.get("x") + "," + place.get("y"));
      assertThat(panel.getAsJsonObject().get("title").getAsString()).isNotBlank();
    }

    assertThat(places).doesNotHaveDuplicates();
  }

  @Test
  void alertRulesUseExistingMetrics() throws IOException {
    Set<String> known =
        Stream.concat(exported().stream(), rules().stream().map(rule -> text(rule, "record")))
            .collect(Collectors.toSet());
    known.add(OF_PROMETHEUS);

    assertThat(names(rules().stream().map(rule -> text(rule, "expr")).toList())).isSubsetOf(known);
  }

  @Test
  void alertsDescribeTheProblem() throws IOException {
    List<Map<?, ?>> alerts = rules().stream().filter(rule -> rule.containsKey("alert")).toList();

    assertThat(alerts.stream().map(rule -> text(rule, "alert")))
        .doesNotHaveDuplicates()
        .contains(
            "LighterProcessDown",
            "LighterSwitchedOff",
            "LighterQueueStands",
            "LighterServerIdleWhileJobsWait",
            "LighterFailuresInARow",
            "LighterGroupWithoutServer",
            "LighterStandbyMissing",
            "LighterOldJob",
            "LighterWarmupsFallBackToHdfs",
            "LighterTableStaysLocal",
            "LighterFlushSpills",
            "LighterBlocksMisplaced",
            "LighterMergesLate",
            "LighterIndexBroken",
            "LighterLocalCompactionsRise");
    assertThat(alerts)
        .allSatisfy(
            alert -> {
              assertThat(text((Map<?, ?>) alert.get("annotations"), "summary")).isNotBlank();
              assertThat(text((Map<?, ?>) alert.get("labels"), "severity"))
                  .isIn("warning", "critical");
            });
  }

  /** The three reasons were once one. */
  @Test
  void noServerAlertCoversMissingDrainingAndIncompatibleServers() throws IOException {
    List<String> queries =
        rules().stream()
            .filter(rule -> text(rule, "alert").equals("LighterCompactionsFindNoServer"))
            .map(rule -> text(rule, "expr"))
            .toList();

    assertThat(names(queries))
        .containsExactlyInAnyOrder(
            "lighter_local_compactions_no_server",
            "lighter_local_compactions_draining",
            "lighter_local_compactions_other_version");
  }

  /** A rule for another job than that of the page would never fire. */
  @Test
  void processDownAlertWatchesTheJobOfTheDocumentedScrapeConfiguration() throws IOException {
    Path page =
        Path.of(System.getProperty("lighter.docs.dir", "../docs"), "operate", "monitoring.md");

    assertThat(rules().stream().map(rule -> text(rule, "expr")))
        .contains("up{job=\"lighter\"} == 0");
    assertThat(Files.readString(page))
        .contains("job_name: lighter\n")
        .containsPattern("targets: \\[.*:16051'.*:16041'");
  }

  @Test
  void namesAreFoundInQueries() {
    assertThat(
            names(List.of("sum by (host) (rate(a_b{c=~\"d.*\"}[5m])) > 2 * (e:f offset 1d or g)")))
        .containsExactlyInAnyOrder("a_b", "e:f", "g");
  }

  private static Set<String> names(List<String> queries) {
    return queries.stream()
        .map(query -> NO_NAMES.matcher(query).replaceAll(" "))
        .flatMap(query -> NAME.matcher(query).results().map(MatchResult::group))
        .filter(name -> !KEYWORDS.contains(name))
        .collect(Collectors.toSet());
  }

  /** All names under {@code /prometheus} of all processes. */
  private static Set<String> exported() {
    return Arrays.stream(LighterMetric.values())
        .flatMap(
            metric ->
                MetricLabels.of(metric).flatMap(label -> metric.exportedNames(label).stream()))
        .collect(Collectors.toSet());
  }

  private static List<String> queriesOfDashboard() throws IOException {
    List<String> queries = new ArrayList<>();
    for (JsonElement panel : dashboard().getAsJsonArray("panels")) {
      if (panel.getAsJsonObject().has("targets")) {
        panel
            .getAsJsonObject()
            .getAsJsonArray("targets")
            .forEach(target -> queries.add(target.getAsJsonObject().get("expr").getAsString()));
      }
    }
    return queries;
  }

  private static JsonObject dashboard() throws IOException {
    return JsonParser.parseString(Files.readString(FOLDER.resolve("grafana-lighter.json")))
        .getAsJsonObject();
  }

  private static List<Map<?, ?>> rules() throws IOException {
    Map<String, List<Map<String, List<Map<?, ?>>>>> file =
        new Yaml().load(Files.readString(FOLDER.resolve("alerts.yml")));
    return file.get("groups").stream().flatMap(group -> group.get("rules").stream()).toList();
  }

  /** Value of a key; empty if the key is missing. */
  private static String text(Map<?, ?> rule, String key) {
    Object value = rule.get(key);
    return value == null ? "" : value.toString();
  }
}
