// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.cluster.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code demo} of the distribution, and checks the results and that no process remains. */
@Timeout(900)
class DemoIT {
  private static final Pattern PID = Pattern.compile(" pid ([0-9]+)");
  private static final Pattern CONF_DIR = Pattern.compile("HBASE_CONF_DIR +(\\S+)");
  private static final Pattern LOGS = Pattern.compile("logs: (\\S+)");
  private static final Pattern LAST_LINE = Pattern.compile("compaction-server-2 +pid [0-9]+\\R");
  private static final List<String> COMPACTION_SERVERS =
      List.of("compaction-server-1", "compaction-server-2");

  /** ZooKeeper with HDFS and the master, two region servers, a manager, two compaction servers. */
  private static final int PROCESSES = 6;

  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  @TempDir private Path folder;

  /** Set by {@link #start}. */
  private Process demo;

  @AfterEach
  void endDemo() {
    demo.destroy();
  }

  @Test
  void keptClusterAnswersUntilTheDemoEnds() throws Exception {
    start("--rows", "1000", "--keep");
    awaitOutput("the demo to print its addresses", LAST_LINE);
    String printed = printed();
    assertThat(printed).contains("  dashboard ");
    assertVerified();
    assertSummary(printed);
    assertPage();
    assertThat(result().getAsJsonObject("lighter").get("local_jobs").getAsLong()).isZero();
    List<Long> pids =
        PID.matcher(printed).results().map(pid -> Long.valueOf(pid.group(1))).toList();
    assertThat(pids).hasSizeGreaterThanOrEqualTo(PROCESSES).allMatch(DemoIT::isAlive);
    Path confDir = Path.of(firstGroup(CONF_DIR, printed));
    assertThat(Launcher.run(Launcher.builder(confDir, "status"), folder))
        .satisfies(
            status -> assertThat(status.exitCode()).as(status.out() + status.err()).isZero());

    demo.destroy(); // SIGTERM, because this test's parent may have disabled SIGINT

    awaitEnd();
    assertNothingIsLeft(pids);
  }

  @Test
  void demoSucceedsWithAKilledCompactionServerAndLeavesNothing() throws Exception {
    start("--rows", "20000", "--profile", "none");
    List<String> working = new ArrayList<>();
    Await.until(
        "a job at a compaction server",
        TIMEOUT,
        () -> {
          for (String server : COMPACTION_SERVERS) {
            if (hasAJob(server)) {
              working.add(server);
            }
          }
          return !working.isEmpty() || !demo.isAlive();
        });
    assertThat(working).as(printed()).isNotEmpty();
    List<ProcessHandle> processes = demo.descendants().toList();

    ProcessHandle target =
        processes.stream()
            .filter(process -> isNamed(process, working.get(0)))
            .findFirst()
            .orElseThrow();
    assertThat(target.destroyForcibly()).isTrue();

    assertThat(awaitEnd()).as(printed()).isZero();
    assertVerified();
    assertNothingIsLeft(processes.stream().map(ProcessHandle::pid).toList());
  }

  @Tag("long")
  @Test
  void demoOnAnObjectStoreSucceedsAndLeavesNothing() throws Exception {
    start("--rows", "2000", "--profile", "none", "--object-store");
    awaitOutput("the demo to load", Pattern.compile("(?m)^Loading"));
    List<ProcessHandle> processes = demo.descendants().toList();
    assertThat(processes).anyMatch(process -> isNamed(process, "s3-server-1"));

    assertThat(awaitEnd()).as(printed()).isZero();

    assertVerified();
    assertThat(printed())
        .containsSubsequence(
            "store files: objects in an S3 server's memory",
            "object store: 0 files that no list names, 0 unfinished uploads",
            "Page: ");
    assertThat(result().getAsJsonObject("lighter").get("local_jobs").getAsLong()).isZero();
    assertNothingIsLeft(processes.stream().map(ProcessHandle::pid).toList());
  }

  @Tag("long")
  @Test
  void demoEndedDuringTheLoadLeavesNothing() throws Exception {
    start("--rows", "1000000", "--profile", "none");
    awaitOutput("the demo to load", Pattern.compile("(?m)^Loading"));
    List<Long> pids = demo.descendants().map(ProcessHandle::pid).toList();
    assertThat(pids).hasSizeGreaterThanOrEqualTo(PROCESSES);

    demo.destroy();

    assertThat(awaitEnd()).isNotZero();
    assertNothingIsLeft(pids);
  }

  private void start(String... options) throws IOException {
    List<String> args =
        new ArrayList<>(
            List.of(
                "demo",
                "--quick",
                "--json",
                json().toString(),
                "--out",
                page().getParent().toString()));
    args.addAll(Arrays.asList(options));
    ProcessBuilder builder =
        Launcher.builder(folder, args.toArray(String[]::new))
            .redirectErrorStream(true)
            .redirectOutput(out().toFile());
    builder.environment().remove("HBASE_CONF_DIR");
    // Other JVMs in tests have the same options: tests end before optimised code pays.
    builder
        .environment()
        .put(
            "LIGHTER_OPTS",
            "-XX:TieredStopAtLevel=1 -Dlighter.local.jvm.options=-XX:TieredStopAtLevel=1");
    demo = builder.start();
  }

  private void awaitOutput(String what, Pattern text) throws IOException {
    Await.until(what, TIMEOUT, () -> !demo.isAlive() || text.matcher(printed()).find());
    assertThat(printed()).containsPattern(text);
  }

  /** Waits for the demo to end, and returns its exit code. */
  private int awaitEnd() throws InterruptedException {
    assertThat(demo.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return demo.exitValue();
  }

  private void assertVerified() throws IOException {
    assertThat(printed()).contains("0 mismatches; 0 bad reads");
    assertThat(result().get("verified_cells").getAsLong()).isPositive();
    assertThat(result().get("mismatches").getAsLong()).isZero();
    assertThat(result().getAsJsonObject("lighter").get("offloaded_jobs").getAsLong()).isPositive();
  }

  /** The picture comes first, then the figures, what was verified, and what remains. */
  private void assertSummary(String printed) {
    assertThat(printed)
        .containsSubsequence(
            "gets over time, mean: ",
            "S compaction starts, C its output is committed",
            "get, mean / p99 in ms",
            "verified ",
            "4 turns: stock, lighter, lighter, stock",
            "isolated",
            "Page: " + page().toAbsolutePath())
        .containsPattern("(: before +x|not compared: the (trimmed )?means before)");
  }

  private void assertPage() throws IOException {
    List<String> turns = new ArrayList<>();
    for (JsonElement turn : result().getAsJsonArray("turns")) {
      turns.add(turn.getAsJsonObject().get("table").getAsString());
      assertThat(turn.getAsJsonObject().get("compaction_s").getAsDouble()).isPositive();
    }
    assertThat(turns).containsExactly("stock", "lighter", "lighter", "stock");
    JsonObject course = result().getAsJsonObject("course");
    for (String table : List.of("stock", "lighter")) {
      assertThat(course.getAsJsonObject(table).getAsJsonArray("get_mean_ms")).isNotEmpty();
    }
    assertThat(result().getAsJsonArray("isolation")).isNotEmpty();
    assertThat(Files.readString(page()))
        .contains("<canvas", "id=\"verified\">verified ", "\"get_mean_ms\":[")
        .doesNotContain("<script src");
  }

  private void assertNothingIsLeft(List<Long> pids) throws IOException {
    Await.until("all processes to end", TIMEOUT, () -> pids.stream().noneMatch(DemoIT::isAlive));
    assertThat(logs().getParent()).doesNotExist();
  }

  private boolean hasAJob(String compactionServer) throws IOException {
    if (!LOGS.matcher(printed()).find()) {
      return false;
    }
    Path log = logs().resolve(compactionServer + ".log");
    return Files.exists(log) && Files.readString(log).contains(" starts: lighter_demo/");
  }

  private Path logs() throws IOException {
    return Path.of(firstGroup(LOGS, printed()));
  }

  private static boolean isNamed(ProcessHandle process, String name) {
    try {
      List<String> words =
          Arrays.asList(
              Files.readString(Path.of("/proc/" + process.pid() + "/cmdline")).split("\0"));
      return words.contains("-Dlighter.process=" + name);
    } catch (IOException e) {
      return false; // the process has ended
    }
  }

  private Path out() {
    return folder.resolve("demo.out");
  }

  private Path json() {
    return folder.resolve("demo.json");
  }

  private Path page() {
    return folder.resolve("page").resolve("demo.html");
  }

  private String printed() throws IOException {
    return Files.readString(out());
  }

  private JsonObject result() throws IOException {
    return JsonParser.parseString(Files.readString(json())).getAsJsonObject();
  }

  private static String firstGroup(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return matcher.group(1);
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }
}
