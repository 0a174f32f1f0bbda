// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.cli.Lighter;
import io.lighter.common.protocol.LighterProtos.IndexActivity;
import io.lighter.common.protocol.LighterProtos.IndexName;
import io.lighter.common.protocol.LighterProtos.ReasonCount;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.StorageBytes;
import io.lighter.common.protocol.LighterProtos.TableIndexes;
import io.lighter.common.protocol.LighterProtos.TableStructure;
import io.lighter.common.protocol.LighterProtos.TableTiers;
import io.lighter.common.protocol.LighterProtos.TierLevel;
import io.lighter.common.protocol.LighterProtos.WarmupReport;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.fixtures.CliRun;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.TieredStoreEngine;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/**
 * Tests the dashboard of a real cluster in a real browser. The last test kills a compaction server.
 */
@EnabledIf("io.lighter.benchmarks.dashboard.Browser#isToBeUsed")
@Timeout(600)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DashboardIT {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] QUALIFIER = Bytes.toBytes("q");
  private static final TableName TABLE = TableName.valueOf("usertable");
  private static final int FILES = 3;
  private static final int ROWS_PER_FILE = 2500;
  private static final int VALUE_BYTES = 20_000;
  private static final Duration CALL_TIMEOUT = Duration.ofMinutes(1);

  private static final String NAME_OF_FOCUSED =
      "const e = document.activeElement; return e.tagName === 'SELECT' ? e.id : e.innerText";

  private static final Pattern BUILD = Pattern.compile("ib-[0-9a-f]{16}");
  private static final Pattern THRESHOLD = Pattern.compile("T (\\d+) %");

  @TempDir private static Path folder;

  private static LocalCluster cluster;
  private static Browser browser;
  private static String dashboard;

  @BeforeAll
  static void startClusterAndBrowser() throws Exception {
    cluster =
        LocalCluster.start(
            LocalClusterSettings.builder()
                .regionServers(1)
                .compactionServers(2)
                .hdfs(1, 1)
                .parent(folder)
                .startTimeout(Duration.ofMinutes(5))
                .site("lighter.offload.min.bytes", "1")
                .site("lighter.warmup.rate", "1MB")
                .site("lighter.throughput.limit", "4MB") // so that a job can be watched
                .site("lighter.zookeeper.session.timeout", "60s") // no other manager may lead
                .site("hbase.hstore.compaction.min", "100")
                .build());
    load();
    dashboard = cluster.dashboards().get(0);
    browser = new Browser(folder.resolve("profile"));
    browser.size(1280, 1400);
    browser.prefer("light");
    browser.open(dashboard);
    browser.await("both servers", () -> browser.texts("#servers tbody tr").size() == 2);
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @AfterEach
  void pageHasNothingToComplainAbout() {
    assertThat(browser.complaints()).isEmpty();
  }

  private static void load() throws Exception {
    try (Admin admin = cluster.connection().getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, OffloadingStoreEngine.class.getName())
              .build());
      Random random = new Random(7);
      byte[] value = new byte[VALUE_BYTES];
      for (int file = 0; file < FILES; file++) {
        try (BufferedMutator writer = cluster.connection().getBufferedMutator(TABLE)) {
          for (int i = 0; i < ROWS_PER_FILE; i++) {
            random.nextBytes(value);
            String row = "row%06d".formatted(random.nextInt(4 * ROWS_PER_FILE));
            writer.mutate(new Put(Bytes.toBytes(row)).addColumn(FAMILY, QUALIFIER, value.clone()));
          }
        }
        admin.flush(TABLE);
      }
    }
  }

  @Test
  @Order(1)
  void showsLeaderServersAndAssignments() throws Exception {
    JsonObject status = api("status");
    String leader = address(status.getAsJsonObject("manager").get("server").getAsString());
    List<String> servers =
        StreamSupport.stream(api("servers").getAsJsonArray("servers").spliterator(), false)
            .map(server -> address(server.getAsJsonObject().get("server").getAsString()))
            .toList();

    assertThat(servers).hasSize(2);
    assertThat(browser.text("#facts")).contains(leader, "none", "on");
    assertThat(browser.texts("#servers tbody button")).hasSameElementsAs(servers);
    browser.await(
        "the servers' parts of the slots",
        () -> servers.stream().allMatch(browser.text("#placement")::contains));
    browser.await(
        "the missing standby",
        () -> browser.texts("#alerts li").stream().anyMatch(text -> text.contains("standby")));
  }

  @Test
  @Order(2)
  void runningCompactionMakesProgress() throws Exception {
    Set<String> percents = new LinkedHashSet<>();
    try (Admin admin = cluster.connection().getAdmin()) {
      admin.majorCompact(TABLE);
    }
    browser.await(
        "progress of the job",
        () -> {
          for (String row : browser.texts("#jobs tbody tr")) {
            if (row.contains("usertable") && row.contains("compacting")) {
              percents.addAll(browser.texts("#jobs tbody .percent"));
            }
          }
          return percents.size() >= 2;
        });

    List<Integer> shown =
        percents.stream().map(text -> Integer.parseInt(text.replace(" %", ""))).toList();
    assertThat(shown).isSorted();
    browser.await(
        "the end of the job",
        () ->
            browser.texts("#jobs tbody tr").stream().noneMatch(row -> row.contains("compacting")));
    browser.await("its count", () -> browser.texts("#servers td[data-label=Done]").contains("1"));
  }

  @Test
  @Order(3)
  void thresholdOfARealWarmUpMovesAlongTheRegion() throws Exception {
    Set<Integer> percents = new LinkedHashSet<>();
    browser.await(
        "T in three places",
        () -> {
          Matcher threshold = THRESHOLD.matcher(warmupOf("usertable"));
          if (threshold.find()) {
            percents.add(Integer.valueOf(threshold.group(1)));
          }
          return percents.size() >= 3;
        });

    assertThat(List.copyOf(percents)).isSorted();
    assertThat(warmupOf("usertable")).contains("throttled");
  }

  @Test
  @Order(8)
  void storesOfATableAreReachedFromItsRowAndFitAnyScreen() throws Exception {
    browser.await("the table", () -> browser.texts("#tables tbody button").contains("usertable"));
    browser.click("#tables tbody button");
    browser.await("its store", () -> browser.texts("#structure figure").size() == 1);

    assertThat(browser.text("#structure figure")).contains("family f", "sorted run");
    assertThat((Long) browser.run("return document.querySelectorAll('#structure rect').length"))
        .isPositive();
    try {
      screenshot("stores", 1280, 1400);
      browser.size(390, 844);
      assertThat((Long) browser.run("return document.documentElement.scrollWidth"))
          .isLessThanOrEqualTo(390);
      screenshot("stores-narrow", 390, 1600);
    } finally {
      browser.size(1280, 1400);
    }
    browser.click("#structure-close");
    assertThat((Boolean) browser.run("return document.querySelector('#structure').hidden"))
        .isTrue();
  }

  @Test
  @Order(1)
  void clusterWithoutTieredTablesSaysSo() throws Exception {
    browser.await(
        "the empty list",
        () -> browser.text("#tiers .empty").startsWith("No table has the engine"));
    assertThat(browser.texts("#tiers tbody tr")).isEmpty();
  }

  /** A real table without policies, and one with tiers that a fake region server reports. */
  @Test
  @Order(9)
  void tiersOfTablesAreShownAndFitAnyScreen() throws Exception {
    createTieredTable("leveled");
    browser.await("the real table", () -> tiersOf("leveled").contains("DISK"));
    assertThat(tiersOf("leveled")).contains("in 1 store", "flush 1, level ");

    report(emptyReport("tiers.example,16020,1").addTableStructure(tieredTable("<b>tiers")));
    browser.await("the reported table", () -> !tiersOf("<b>tiers").isEmpty());
    assertThat(tiersOf("<b>tiers"))
        .contains(
            "1.00 TB in 7 stores",
            "ARCHIVE 2.60 TB of 3.00 TB, SSD 500 GB of 100 GB",
            "6 of 7 stores looked at",
            "400 GB",
            "13 %",
            "flush 1, level 1 0.90, level 2 0.50",
            "for 42 m 0 s",
            "1,234",
            "8 %",
            "of 64 merges");
    assertThat(browser.texts("#tiers tbody b")).isEmpty();
    assertThat(browser.texts("#tiers tbody tr").get(0))
        .as("the largest first")
        .contains("<b>tiers");
    assertThat(
            browser.run(
                "return [...document.querySelectorAll('#tiers .pair .bar')].slice(0, 2)"
                    + ".map(bar => bar.ariaLabel).join('; ')"))
        .isEqualTo("intended: ARCHIVE 3.00 TB, SSD 100 GB; real: ARCHIVE 2.60 TB, SSD 500 GB");

    browser.run("performance.clearResourceTimings()");
    browser.click("#tiers thead th:nth-child(1) button");
    browser.await("the other order", () -> browser.texts("#tiers tbody tr").get(0).contains("<b>"));
    assertThat(
            browser.run(
                "return performance.getEntriesByType('resource').map(each => each.name)"
                    + ".filter(name => name.includes('/tiers?'))"
                    + ".some(name => name.includes('sort=table&order=asc'))"))
        .isEqualTo(true);
    try {
      sectionScreenshot("tiers", "#tiers", 1280, 900);
      browser.prefer("dark");
      sectionScreenshot("tiers-dark", "#tiers", 1280, 900);
      browser.prefer("light");
      browser.size(390, 844);
      assertThat((Long) browser.run("return document.documentElement.scrollWidth"))
          .isLessThanOrEqualTo(390);
      assertThat(
              browser.run(
                  "return getComputedStyle(document.querySelector('#tiers td'), '::before').content"))
          .asString()
          .contains("Table");
      sectionScreenshot("tiers-narrow", "#tiers", 390, 1600);
    } finally {
      browser.prefer("light");
      browser.size(1280, 1400);
    }
    browser.run( // HBase takes no table with the other name
        "[...document.querySelectorAll('#tiers tbody tr')]"
            + ".find(row => row.textContent.includes('leveled')).querySelector('button').click()");
    browser.await("its stores", () -> browser.text("#structure-title").contains("leveled"));
    browser.click("#structure-close");
  }

  @Test
  @Order(1)
  void clusterWithoutIndexesSaysSo() throws Exception {
    browser.await(
        "the empty list",
        () -> browser.text("#indexes .empty").equals("No table has a secondary index."));
    assertThat(browser.texts("#indexes tbody tr")).isEmpty();
    assertThat(browser.run("return document.querySelector('#indexes .activity').hidden"))
        .isEqualTo(true);
  }

  /** Tables that a fake region server reports: one keeps its index, one does not. */
  @Test
  @Order(9)
  void indexesOfTablesAreShownAndFitAnyScreen() throws Exception {
    report(
        emptyReport("indexes.example,16020,1")
            .addTableStructure(indexedTable("kept", "city", 0))
            .addTableStructure(indexedTable("<b>broken", "tag", 3))
            .addTableStructure(entries("kept__city", "SUSPECT"))
            .setIndexActivity(
                IndexActivity.newBuilder()
                    .setInserts(1_234_567)
                    .setRefusedBatches(3)
                    .setRemovals(1_000)
                    .setRemovalQueue(42)
                    .setRemovalsDropped(1)
                    .setInsertP99Ms(1_500)));
    browser.await("the broken table", () -> !rowOf("#indexes", "<b>broken").isEmpty());
    assertThat(rowOf("#indexes", "<b>broken"))
        .contains("<b>broken__tag", "12", "3 regions insert no entries", "indexes.example:16020");
    assertThat(rowOf("#indexes", "kept")).contains("kept__city", "1.00 TB", "SUSPECT");
    assertThat(rowOf("#indexes", "<b>broken")).doesNotContain("SUSPECT");
    assertThat(rowOf("#indexes", "kept")).doesNotContain("insert no entries");
    assertThat(browser.texts("#indexes tbody tr").get(0)).as("broken first").contains("<b>broken");
    assertThat(browser.texts("#indexes tbody b")).isEmpty();
    assertThat(browser.text("#indexes .activity"))
        .isEqualTo(
            "All region servers: 1,234,567 entries inserted, 99 % of the batches within 1.5 s,"
                + " 3 batches refused, 1,000 entries removed, 42 rows waiting for removal,"
                + " 1 row with removals dropped.");
    try {
      sectionScreenshot("indexes", "#indexes", 1280, 900);
      browser.size(390, 844);
      assertThat((Long) browser.run("return document.documentElement.scrollWidth"))
          .isLessThanOrEqualTo(390);
      sectionScreenshot("indexes-narrow", "#indexes", 390, 1600);
    } finally {
      browser.size(1280, 1400);
    }
  }

  @Test
  @Order(9)
  void jobsOfARealIndexBuildAreShownForMinutes() throws Exception {
    TableName people = TableName.valueOf("people");
    try (Admin admin = cluster.connection().getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(people)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
      try (Table writer = cluster.connection().getTable(people)) {
        for (String row : List.of("ada", "eve", "zoe")) {
          writer.put(new Put(Bytes.toBytes(row)).addColumn(FAMILY, QUALIFIER, Bytes.toBytes("x")));
        }
      }
      CliRun created = lighter("index", "create", "people", "city", "value f:q string");
      assertThat(created.exitCode()).as(created.err()).isZero();
      Matcher build = BUILD.matcher(created.err());
      assertThat(build.find()).as(created.err()).isTrue();
      String region = admin.getRegions(people).get(0).getEncodedName().substring(0, 12);

      browser.await("its jobs", () -> browser.texts("#builds tbody tr").size() == 2);
      assertThat(rowOf("#builds", "read region " + region))
          .contains("city of people", build.group(), "completed", "3 entries", "3 rows", " ago");
      assertThat(rowOf("#builds", "merge from the first row"))
          .contains(build.group(), "completed", "3 entries", "3 merged", "ended ");
      assertThat(browser.texts("#servers tbody button"))
          .contains(browser.text("#builds tbody td[data-label=On]"));
      CliRun dropped = lighter("index", "drop", "people", "city");
      assertThat(dropped.exitCode()).as(dropped.err()).isZero();
      admin.disableTable(people);
      admin.deleteTable(people);
    }
  }

  private static CliRun lighter(String... args) {
    return CliRun.of(Lighter.commandLine(cluster::configuration), args);
  }

  /** Answers that a manager gives while a build runs whose rows are hostile and long. */
  @Test
  @Order(9)
  void jobsOfIndexBuildsArePlainTextAndFitAnyScreen() throws Exception {
    browser.run(
        """
        window.realFetch = window.fetch;
        window.asked = [];
        const job = (number, more) => ({ job_id: `bj-${String(number).padStart(20, '0')}`,
          build_id: 'ib-0123456789abcdef', table: 'ns:people', index: 'city', kind: 'read',
          subject: '5f3c2a9b8d7e6f5a4b3c2d1e0f9a8b7c', state: 'running', done: 1234567,
          running_ms: 75000, server: 'cs1.example,16040,1', ...more });
        const jobs = [job(1, {}),
          job(2, { kind: 'merge', subject: '<b>' + '\\\\x00'.repeat(49), done: 1 }),
          job(3, { state: 'failed', ended_ms_ago: 4000, message: '<b>disk full' }),
          job(4, { state: 'completed', ended_ms_ago: 61000, entries: 1, done: 1 })];
        window.fetch = (url, options) => {
          if (!String(url).includes('/build-jobs?')) return window.realFetch(url, options);
          window.asked.push(String(url));
          return Promise.resolve(new Response(JSON.stringify({ build_jobs: jobs, total: 4 })));
        };
        """);
    try {
      browser.await("the jobs", () -> browser.texts("#builds tbody tr").size() == 4);
      List<String> rows = browser.texts("#builds tbody tr");
      assertThat(rows.get(0))
          .contains("city of ns:people", "ib-0123456789abcdef", "read region 5f3c2a9b8d7e")
          .contains("running", "1,234,567 rows", "1 m 15 s", "since ", "cs1.example:16040");
      assertThat(rows.get(1)).contains("merge from row", "<b>\\x00\\x00", "1 merged");
      assertThat(rows.get(2)).contains("failed", "<b>disk full", "ended 4.0 s ago");
      assertThat(rows.get(3)).contains("completed", "1 entry", "1 row", "ended 1 m 1 s ago");
      assertThat(browser.texts("#builds tbody b")).isEmpty();

      browser.click("#builds thead th:nth-child(4) button");
      browser.await(
          "the other order",
          () ->
              browser
                  .run("return window.asked.at(-1)")
                  .toString()
                  .contains("sort=done&order=desc"));
      sectionScreenshot("builds", "#builds", 1280, 900);
      assertThat((Long) browser.run("return document.documentElement.scrollWidth"))
          .isLessThanOrEqualTo(1280);
      browser.size(390, 844);
      assertThat((Long) browser.run("return document.documentElement.scrollWidth"))
          .isLessThanOrEqualTo(390);
      assertThat(
              browser.run(
                  "return getComputedStyle(document.querySelector('#builds td'), '::before').content"))
          .asString()
          .contains("Index");
      sectionScreenshot("builds-narrow", "#builds", 390, 1600);
    } finally {
      browser.size(1280, 1400);
      browser.open(dashboard);
      browser.await("both servers", () -> browser.texts("#servers tbody tr").size() == 2);
    }
  }

  @Test
  @Order(1)
  void clusterWithoutIndexBuildsSaysSo() throws Exception {
    browser.await(
        "the empty list",
        () -> browser.text("#builds .empty").startsWith("No job of an index build runs"));
    assertThat(browser.texts("#builds tbody tr")).isEmpty();
  }

  @Test
  @Order(9)
  void reportsOfRegionServersAreShownAsPlainText() throws Exception {
    String table = "<img src=x onerror=alert(1)>";
    report(table, 0.25);
    browser.await("T", () -> warmupOf(table).contains("T 25 %"));
    assertThat(warmupOf(table)).contains("throttled");
    assertThat(browser.texts("#warmups tbody img")).isEmpty();
    assertThat(browser.text("#fallbacks")).contains("bad-output", "12,345");

    report(table, 0.75);
    browser.await("T further on", () -> warmupOf(table).contains("T 75 %"));
    assertThat(
            browser.run(
                "return [...document.querySelectorAll('#warmups tbody tr')]"
                    + ".find(row => row.textContent.includes('<img')).querySelector('.t')"
                    + ".style.left"))
        .isEqualTo("75%");
  }

  @Test
  @Order(4)
  void pageFollowsTheSystemsColoursUntilTheReaderChooses() throws Exception {
    assertThat(background()).isEqualTo("rgb(244, 246, 248)");
    browser.prefer("dark");
    browser.await("dark", () -> background().equals("rgb(14, 19, 25)"));
    screenshot("dark", 1280, 1400);

    browser.click("#theme");
    assertThat(background()).isEqualTo("rgb(244, 246, 248)");
    assertThat(browser.run("return document.querySelector('#theme').ariaPressed"))
        .isEqualTo("false");
    browser.prefer("light");
    screenshot("light", 1280, 1400);
  }

  @Test
  @Order(5)
  void narrowScreenNeedsNoSidewaysScroll() throws Exception {
    browser.size(390, 844);
    try {
      assertThat((Long) browser.run("return document.documentElement.scrollWidth"))
          .isLessThanOrEqualTo(390);
      Object label =
          browser.run(
              "return getComputedStyle(document.querySelector('#servers td'), '::before').content");
      assertThat(label).asString().contains("Server");
      screenshot("narrow", 390, 1600);
    } finally {
      browser.size(1280, 1400);
    }
  }

  @Test
  @Order(6)
  void controlsAreReachedWithTheKeyboardInReadingOrder() throws Exception {
    browser.open(dashboard);
    browser.await("both servers", () -> browser.texts("#servers tbody tr").size() == 2);
    List<String> order = new ArrayList<>();
    List<String> outlines = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      browser.press(Keys.TAB);
      order.add(String.valueOf(browser.run(NAME_OF_FOCUSED)));
      outlines.add(
          String.valueOf(
              browser.run("return getComputedStyle(document.activeElement).outlineStyle")));
    }

    assertThat(order)
        .containsSubsequence(
            "Skip to content", "Dark", "Servers", "chart-server", "chart-minutes", "Server");
    assertThat(outlines).containsOnly("solid");
  }

  @Test
  @Order(7)
  void headerOfATableSortsIt() {
    String header = "#servers thead th:nth-child(1) button";
    browser.click(header);
    assertThat(ariaSort()).isEqualTo("ascending");
    List<String> ascending = browser.texts("#servers tbody button");
    browser.click(header);
    assertThat(ariaSort()).isEqualTo("descending");
    List<String> descending = browser.texts("#servers tbody button");

    assertThat(ascending).containsExactly(descending.get(1), descending.get(0));
  }

  /** Otherwise the charts would have the load of one server under the name of another one. */
  @Test
  @Order(7)
  void lateAnswerForAnEarlierServerIsNotDrawn() throws Exception {
    browser.run(
        """
        window.realFetch = window.fetch;
        window.held = [];
        window.fetch = (url, options) => String(url).includes('/history?')
            ? new Promise((answer) => window.held.push({ url: String(url), answer }))
            : window.realFetch(url, options);
        const server = document.getElementById('chart-server');
        for (const chosen of [server.options[1].value, '']) {
          server.value = chosen;
          server.dispatchEvent(new Event('change'));
        }
        """);
    try {
      browser.run(
          """
          const answers = [[false, 77], [true, 33]]; // all servers, then the earlier choice
          for (const [ofServer, running] of answers) {
            const series = { time_ms: [Date.now()], cpu_load: [0.5], running: [running] };
            for (const name of ['reserved_bytes', 'retained_bytes', 'heap_used_bytes', 'queued',
              'compacted_per_s', 'streamed_per_s']) series[name] = [0];
            window.held.filter((each) => each.url.includes('server=') === ofServer).forEach(
              (each) => each.answer(new Response(JSON.stringify({ series: [series] }))));
          }
          """);

      browser.await("all servers' jobs", () -> legends().contains("77 running"));
      assertThat(legends()).doesNotContain("33 running");
    } finally {
      browser.run(
          """
          window.fetch = window.realFetch;
          window.held.forEach((each) => each.answer(window.fetch(each.url)));
          """);
    }
  }

  private static String legends() {
    return String.join(" ", browser.texts(".chart .legend"));
  }

  @Test
  @Order(8)
  void warmupsAreSortedSearchedAndCutByTheManager() throws Exception {
    reportWarmups(60);
    browser.await("a full page", () -> browser.texts("#warmups tbody tr").size() == 25);
    browser.await("the number of all", () -> browser.text("#warmups .pager").contains("of 6"));

    browser.run("performance.clearResourceTimings()");
    browser.click("#warmups thead th:nth-child(1) button");
    browser.await("the first tables", () -> warmupOf("a-table-00").contains("T "));
    browser.click("#warmups .pager button:last-child");
    browser.await("the next page", () -> warmupOf("a-table-25").contains("T "));
    browser.run(
        "const s = document.querySelector('#warmups input');"
            + "s.value = 'A-TABLE-59'; s.dispatchEvent(new Event('input'))");
    browser.await("the one that is searched", () -> warmupOf("a-table-59").contains("T "));
    assertThat(browser.texts("#warmups tbody tr")).hasSize(1);

    assertThat(
            String.valueOf(
                browser.run(
                    "return performance.getEntriesByType('resource').map(each => each.name)"
                        + ".filter(name => /api.v1.(jobs|warmups)/.test(name)"
                        + " && !name.includes('limit=25')).join(' ')")))
        .as("requests for a whole list")
        .isEmpty();
    reportWarmups(0);
    browser.open(dashboard);
    browser.await("both servers", () -> browser.texts("#servers tbody tr").size() == 2);
  }

  @Test
  @Order(10)
  void browserWithoutTheNewestFunctionsShowsThePage() throws Exception {
    browser.open(dashboard);
    browser.run("delete Map.groupBy; document.querySelector('#alerts').replaceChildren()");

    browser.await(
        "the missing standby",
        () -> browser.texts("#alerts li").stream().anyMatch(text -> text.contains("standby")));
  }

  @Test
  @Order(11)
  void failureOfThePageIsNotAttributedToTheManager() throws Exception {
    browser.open(dashboard);
    browser.await("both servers", () -> browser.texts("#servers tbody tr").size() == 2);
    browser.run("document.querySelector('#totals').remove()");

    browser.await(
        "the banner", () -> browser.text("#unreachable").contains("This page itself fails"));
    assertThat(browser.text("#unreachable")).doesNotContain("unreachable");
    browser.open(dashboard);
    assertThat(browser.complaints()).allMatch(text -> text.contains("TypeError"));
  }

  @Test
  @Order(12)
  void killedServerRaisesAnAlert() throws Exception {
    cluster.kill(ProcessName.compactionServer(2));

    browser.await(
        "the alert",
        () ->
            browser.texts("#alerts li.warning").stream()
                .anyMatch(text -> text.contains("went away without having been drained")));
    browser.await("one server", () -> browser.texts("#servers tbody tr").size() == 1);
  }

  @Test
  @Order(13)
  void missingManagerIsReported() throws Exception {
    cluster.kill(ProcessName.manager(1));

    browser.await(
        "the banner", () -> browser.text("#unreachable").contains("Manager unreachable since"));
    browser.open("about:blank");
    assertThat(browser.complaints()).allMatch(text -> text.contains("ERR_CONNECTION"));
  }

  /** Row of the table's warm-up; empty if there is none. */
  private static String warmupOf(String table) {
    return browser.texts("#warmups tbody tr").stream()
        .filter(row -> row.contains(table))
        .findFirst()
        .orElse("");
  }

  private static Object ariaSort() {
    return browser.run("return document.querySelector('#servers thead th').ariaSort");
  }

  private static String tiersOf(String table) {
    return rowOf("#tiers", table);
  }

  private static String rowOf(String section, String table) {
    return browser.texts(section + " tbody tr").stream()
        .filter(row -> row.contains(table))
        .findFirst()
        .orElse("");
  }

  private static TableStructure indexedTable(String name, String index, int unobserved) {
    return table(name)
        .setIndexes(
            TableIndexes.newBuilder()
                .addIndex(IndexName.newBuilder().setName(index).setTable(name + "__" + index))
                .setRegions(12)
                .setUnobservedRegions(unobserved))
        .build();
  }

  private static TableStructure entries(String name, String state) {
    return table(name).setIndexState(state).build();
  }

  private static TableStructure.Builder table(String name) {
    return TableStructure.newBuilder()
        .setTable(name)
        .setFlushedBytes(0)
        .setCompactedBytes(0)
        .setStores(12)
        .setFiles(12)
        .setRuns(12)
        .setMostRuns(1)
        .setBytes(1L << 40)
        .setWaitingBytes(0)
        .setRunBytes(1L << 40);
  }

  /** Creates a table with levels, and has two flushes of it merged. */
  private static void createTieredTable(String name) throws Exception {
    TableName table = TableName.valueOf(name);
    try (Admin admin = cluster.connection().getAdmin();
        Table writer = cluster.connection().getTable(table)) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, OffloadingStoreEngine.class.getName())
              .setValue("lighter.engine.delegate", TieredStoreEngine.class.getName())
              .setValue("lighter.tiered.tiers", "*:2")
              .build());
      for (int file = 0; file < 2; file++) {
        writer.put(new Put(Bytes.toBytes("r" + file)).addColumn(FAMILY, QUALIFIER, FAMILY));
        admin.flush(table);
      }
      admin.compact(table); // a requested flush asks for no compaction
    }
  }

  private static TableStructure tieredTable(String name) {
    long gb = 1L << 30;
    long tb = 1L << 40;
    return TableStructure.newBuilder()
        .setTable(name)
        .setFlushedBytes(tb)
        .setCompactedBytes(tb)
        .setStores(7)
        .setFiles(70)
        .setRuns(70)
        .setMostRuns(10)
        .setBytes(tb)
        .setWaitingBytes(0)
        .setRunBytes(tb)
        .setTiers(
            TableTiers.newBuilder()
                .setStores(7)
                .addLevel(TierLevel.newBuilder().setLevel(0).setBytes(24 * gb))
                .addLevel(TierLevel.newBuilder().setLevel(1).setMergedBytes(900 * gb))
                .addLevel(
                    TierLevel.newBuilder()
                        .setLevel(2)
                        .setBytes(1_000 * gb)
                        .setMergedBytes(500 * gb))
                .setFullRuns(3)
                .setFullRunMs(Duration.ofMinutes(42).toMillis())
                .setFlushedBytes(1_000 * gb)
                .setFlushSpills(1_234)
                .setForecasts(64)
                .setForecastErrorPercent(8)
                .setAuditedStores(6)
                .addStorage(
                    StorageBytes.newBuilder()
                        .setType("ARCHIVE")
                        .setIntended(3 * tb)
                        .setReal(26 * tb / 10))
                .addStorage(
                    StorageBytes.newBuilder()
                        .setType("SSD")
                        .setIntended(100 * gb)
                        .setReal(500 * gb))
                .setMisplacedBytes(400 * gb)
                .setColdInHotBytes(400 * gb)
                .setHotInColdBytes(0))
        .build();
  }

  /** Takes a picture that begins with a section. */
  private static void sectionScreenshot(String name, String section, int width, int height)
      throws Exception {
    browser.size(width, height);
    browser.run(
        "document.querySelector('%s').scrollIntoView({ block: 'start' })".formatted(section));
    browser.screenshot(Path.of("target", "dashboard-" + name + ".png"));
  }

  private static void screenshot(String name, int width, int height) throws Exception {
    browser.size(width, height);
    browser.run("scrollTo(0, 0)");
    browser.screenshot(Path.of("target", "dashboard-" + name + ".png"));
  }

  private static String background() {
    return String.valueOf(browser.run("return getComputedStyle(document.body).backgroundColor"));
  }

  /** Reports as a fake region server with its own name. */
  private static void report(String table, double fraction) throws Exception {
    report("another.example,16020,1", List.of(warmup(1, table, fraction)), 12_345);
  }

  /** Reports warm-ups of tables {@code a-table-00} and so on, the first with the least progress. */
  private static void reportWarmups(int warmups) throws Exception {
    report(
        "third.example,16020,1",
        IntStream.range(0, warmups)
            .mapToObj(i -> warmup(i, "a-table-%02d".formatted(i), i / 100.0))
            .toList(),
        0);
  }

  private static WarmupReport warmup(int number, String table, double fraction) {
    return WarmupReport.newBuilder()
        .setId("wu-%020d".formatted(number))
        .setTable(table)
        .setRegion("5f3c2a9b8d7e6f5a4b3c2d1e0f9a8b7c")
        .setFamily("f")
        .setStrategy("throttled")
        .setFraction(fraction)
        .setBytesTotal(900 << 20)
        .setBytesFromServer((long) (fraction * (700 << 20)))
        .setBytesFromHdfs((long) (fraction * (200 << 20)))
        .setRate(16 << 20)
        .setAgeMs(30_000)
        .build();
  }

  private static void report(String regionServer, List<WarmupReport> warmups, long badOutputs)
      throws Exception {
    report(
        emptyReport(regionServer)
            .addAllWarmup(warmups)
            .addLocal(ReasonCount.newBuilder().setReason("bad-output").setCount(badOutputs)));
  }

  private static RegionServerReport.Builder emptyReport(String regionServer) {
    return RegionServerReport.newBuilder()
        .setRegionServer(regionServer)
        .setVersion("test")
        .setOffloaded(0)
        .setFailedAttempts(0)
        .setCancelled(0)
        .setAway(0)
        .setWarmupsCompleted(0)
        .setWarmupsEndedEarly(0);
  }

  private static void report(RegionServerReport.Builder builder) throws Exception {
    ServerName leader =
        ServerName.valueOf(api("status").getAsJsonObject("manager").get("server").getAsString());
    RegionServerReport report = builder.build();
    try (RpcCaller caller = new RpcCaller(cluster.configuration())) {
      RpcCaller.call(() -> caller.manager(leader, CALL_TIMEOUT).reportRegionServer(null, report));
    }
  }

  private static JsonObject api(String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(dashboard + "api/v1/" + path))
            .timeout(CALL_TIMEOUT)
            .build();
    String body = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    return JsonParser.parseString(body).getAsJsonObject();
  }

  private static String address(String server) {
    return ServerName.valueOf(server).getAddress().toString();
  }
}
