package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.cluster.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code demo --keep} of the distribution: its result, and that nothing is left at its end. */
@Timeout(900)
class KeptDemoIT {
  private static final Pattern PID = Pattern.compile(" pid ([0-9]+)");
  private static final Pattern CONF_DIR = Pattern.compile("HBASE_CONF_DIR +(\\S+)");
  private static final Pattern LAST_LINE = Pattern.compile("compaction-server-2 +pid [0-9]+\\R");
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  @TempDir private Path folder;

  @Test
  void clusterThatIsKeptAnswersAndLeavesNothingWhenTheDemoIsEnded() throws Exception {
    Path out = folder.resolve("demo.out");
    Path json = folder.resolve("demo.json");
    ProcessBuilder builder =
        Launcher.builder(folder, "demo", "--rows", "1000", "--json", json.toString(), "--keep")
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().remove("HBASE_CONF_DIR");
    // As for the other JVMs of tests: they end before optimised code pays.
    builder
        .environment()
        .put(
            "LIGHTER_OPTS",
            "-XX:TieredStopAtLevel=1 -Dlighter.local.jvm.options=-XX:TieredStopAtLevel=1");
    Process demo = builder.start();
    try {
      Await.until(
          "the demo to print its addresses",
          PATIENCE,
          () -> !demo.isAlive() || LAST_LINE.matcher(Files.readString(out)).find());
      String printed = Files.readString(out);
      assertThat(printed).contains("0 mismatches; 0 bad reads", "  dashboard ");
      assertVerified(JsonParser.parseString(Files.readString(json)).getAsJsonObject());
      List<Long> pids =
          PID.matcher(printed).results().map(pid -> Long.valueOf(pid.group(1))).toList();
      assertThat(pids).hasSizeGreaterThanOrEqualTo(6).allMatch(KeptDemoIT::isAlive);
      Path confDir = confDir(printed);
      assertThat(Launcher.run(Launcher.builder(confDir, "status"), folder))
          .satisfies(
              status -> assertThat(status.exitCode()).as(status.out() + status.err()).isZero());

      demo.destroy(); // SIGTERM: what starts this test may have it ignore Ctrl-C's SIGINT

      assertThat(demo.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      Await.until(
          "all processes to end", PATIENCE, () -> pids.stream().noneMatch(KeptDemoIT::isAlive));
      assertThat(confDir.getParent()).doesNotExist();
    } finally {
      demo.destroy();
    }
  }

  private static void assertVerified(JsonObject demo) {
    assertThat(demo.get("verified_cells").getAsLong()).isPositive();
    assertThat(demo.get("mismatches").getAsLong()).isZero();
    JsonObject lighter = demo.getAsJsonObject("lighter");
    assertThat(lighter.get("offloaded_jobs").getAsLong()).isPositive();
    assertThat(lighter.get("local_jobs").getAsLong()).isZero();
  }

  private static Path confDir(String printed) {
    Matcher matcher = CONF_DIR.matcher(printed);
    assertThat(matcher.find()).as(printed).isTrue();
    return Path.of(matcher.group(1));
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }
}
