// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.testing.fixtures.CliRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanCommandTest {
  @RegisterExtension private static final ZooKeeperExtension ZOO_KEEPER = new ZooKeeperExtension();

  private static final List<String> EXAMPLE =
      List.of(
          "plan",
          "--compaction-rate=20MB/s",
          "--warmup-rate=8MB/s",
          "--memory=6GB",
          "--compaction-size=4GB",
          "--per-region=1/h",
          "--regions=10");

  @Test
  void exampleOfThePaperIsExplainedStepByStep() {
    CliRun run = run();

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .startsWith("2 compaction servers\n")
        .contains(
            "20.0 MB/s  --compaction-rate",
            "D = b/c + b/w = 204.8 s + 512.0 s = 716.8 s",
            "l = floor(m/b) = 1 at a time",
            "h = t/D * l = 5.02 in 1 h",
            "floor(h/T) = 5 regions",
            "C = ceil(10/5) = 2 compaction servers",
            "The limit is memory, not speed",
            "With 8.0 GB a server, 1 compaction server would do.")
        .doesNotContain("Warning");
  }

  @Test
  void jsonHasInputsAndIntermediateValues() {
    JsonObject json = JsonParser.parseString(run("--json").out()).getAsJsonObject();

    assertThat(json.get("servers").getAsLong()).isEqualTo(2);
    assertThat(json.get("limit").getAsString()).isEqualTo("memory");
    assertThat(json.get("compaction_rate").getAsLong()).isEqualTo(20L << 20);
    assertThat(json.get("warmup_rate").getAsLong()).isEqualTo(8L << 20);
    assertThat(json.get("memory").getAsLong()).isEqualTo(6L << 30);
    assertThat(json.get("compaction_size").getAsLong()).isEqualTo(4L << 30);
    assertThat(json.get("per_region_times").getAsInt()).isEqualTo(1);
    assertThat(json.get("per_region_interval_ms").getAsLong()).isEqualTo(3_600_000);
    assertThat(json.get("regions").getAsLong()).isEqualTo(10);
    assertThat(json.get("threads").isJsonNull()).isTrue();
    assertThat(json.get("duration_s").getAsDouble()).isEqualTo(716.8);
    assertThat(json.get("at_a_time").getAsLong()).isEqualTo(1);
    assertThat(json.get("regions_per_server").getAsLong()).isEqualTo(5);
    assertThat(json.getAsJsonObject("sources").get("memory").getAsString()).isEqualTo("--memory");
    assertThat(json.getAsJsonArray("warnings")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "--memory, 0GB, 'bytes above 0 with a unit, such as 512MB, 6GB, 1.5TB'",
    "--memory, -6GB, bytes above 0",
    "--memory, NaN, bytes above 0",
    "--memory, 6, bytes above 0",
    "--memory, 6GB/s, bytes above 0",
    "--memory, 6XB, bytes above 0",
    "--memory, 99999999999PB, bytes above 0",
    "--memory, 1e3GB, bytes above 0",
    "--memory, '', bytes above 0",
    "--compaction-size, 0.0001B, bytes above 0",
    "--compaction-rate, 20MB, 'bytes per second above 0 with a unit, such as 800KB/s'",
    "--warmup-rate, 8/s, bytes per second",
    "--per-region, 1, 'a number above 0 per s, m (minute), h, d or w (week), such as 1/h'",
    "--per-region, 0/h, a number above 0",
    "--per-region, 1/y, a number above 0",
    "--regions, 1.5, a whole number from 1 to 1000000000",
    "--regions, 0, a whole number",
    "--regions, 99999999999999999999, a whole number",
    "--threads, 0, a whole number",
  })
  void wrongValueIsNamedWithItsFlagAndWhatIsAllowed(String flag, String value, String allowed) {
    CliRun run = run(flag + "=" + value);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .startsWith("lighter: " + flag + " = '" + value + "': expected " + allowed);
  }

  @Test
  void unitsMayBeFractionsAndLowerCase() {
    CliRun run = run("--memory=0.00586tb", "--per-region=24/d", "--compaction-rate=20480 kb/s");

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).startsWith("2 compaction servers\n").contains("24/d");
  }

  @Test
  void planStatesThatTooLargeCompactionsRunAlone() {
    assertThat(run("--memory=2GB").out())
        .startsWith("2 compaction servers\n")
        .contains(
            "l = 1", "Warning: a compaction (4.0 GB) is larger than a server's memory (2.0 GB)")
        .contains("runs alone");
  }

  @Test
  void threadsAreTheLimitWhenMemoryIsAmple() {
    assertThat(run("--memory=400GB", "--threads=1", "--regions=100").out())
        .startsWith("6 compaction servers\n")
        .contains("t*k*c/b = 17.58 in 1 h, which is less", "The limit is speed, not memory");
  }

  @Test
  void planFailsIfOneRegionExceedsAServer() {
    CliRun run = run("--per-region=6/h");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("a region is compacted 6/h, more often than one server can");
    assertThat(JsonParser.parseString(run("--per-region=6/h", "--json").out()))
        .matches(json -> json.getAsJsonObject().get("servers").isJsonNull());
  }

  @Test
  void withoutManagerTheFlagsThatAreMissingAreNamed() {
    Configuration conf = ZOO_KEEPER.site().conf();

    CliRun some = CliRun.of(Lighter.commandLine(() -> conf), "plan", "--memory=6GB");
    assertThat(some.exitCode()).isEqualTo(2);
    assertThat(some.err())
        .startsWith("lighter: no manager is running; without a cluster, give --compaction-rate")
        .doesNotContain("--memory");

    CliRun none = CliRun.of(Lighter.commandLine(() -> conf), "plan");
    assertThat(none.exitCode()).isEqualTo(3);
    assertThat(none.err()).contains("--compaction-rate, --warmup-rate, --memory");
  }

  @Test
  void measuredValuesCompleteTheFlags() {
    PlanValues measured = PlanMeasurements.of(measured(), LighterConfiguration.defaults());

    assertThat(measured.missing()).isEmpty();
    assertThat(measured.inputs().compactionRate()).isEqualTo(20L << 20);
    assertThat(measured.inputs().compactionSize()).isEqualTo(4L << 30);
    assertThat(measured.inputs().memory()).as("of the smallest").isEqualTo(6L << 30);
    assertThat(measured.inputs().threads()).hasValue(4);
    assertThat(measured.inputs().perRegion().times()).isEqualByComparingTo("1");
    assertThat(measured.warmupRate().orElseThrow().source()).isEqualTo("lighter.warmup.rate");
    assertThat(measured.compactionRate().orElseThrow().source())
        .isEqualTo("measured: 80.0 GB in 1h 8m of running jobs");
  }

  @Test
  void planNamesMissingValuesOfAClusterWithoutCompactions() {
    assertThat(PlanMeasurements.of(Statuses.empty(), LighterConfiguration.defaults()).missing())
        .containsExactly(
            "--compaction-rate", "--memory", "--compaction-size", "--per-region", "--regions");
  }

  /** 10 regions; 20 jobs of 4 GB, by servers of 3 hours and of 1 hour: 10 jobs an hour. */
  private static StatusResponse measured() {
    ServerStatus server = Statuses.busy().getServer(0);
    return Statuses.busy().toBuilder()
        .setRegions(10)
        .clearServer()
        .addServer(server(server, 15, 3, 6))
        .addServer(server(server, 5, 1, 8))
        .build();
  }

  private static ServerStatus server(ServerStatus of, long jobs, long hours, long memoryGb) {
    return of.toBuilder()
        .setReport(
            of.getReport().toBuilder()
                .setCompletedJobs(jobs)
                .setCompactedBytes(jobs * (4L << 30))
                .setCompactingMs(jobs * 204_800)
                .setCacheBytes(memoryGb << 30)
                .setUptimeMs(hours * 3_600_000))
        .build();
  }

  private static CliRun run(String... more) {
    List<String> arguments = new ArrayList<>(EXAMPLE);
    for (String each : more) {
      String flag = each.split("=", 2)[0] + "=";
      arguments.removeIf(argument -> argument.startsWith(flag));
    }
    arguments.addAll(Arrays.asList(more));
    return CliRun.of(Lighter.commandLine(CliRun::conf), arguments.toArray(String[]::new));
  }
}
