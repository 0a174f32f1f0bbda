// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.fixtures.CliRun;
import java.util.ArrayList;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TiersPlanCommandTest {
  @Test
  void kIsComparedInOneTier() {
    CliRun run = run("--stores=10", "--flush=128MB", "--data=160GB");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .startsWith("stores: 10, each filled by 128 flushes of 128.0 MB with new keys\n\n")
        .containsPattern("K +WRITTEN +BLOCKING FILES +PEAK IN \\* +TIERS\n")
        .containsPattern("\n4 +4.00 +\\d+ +\\d+.\\d GB +\\*:4\n")
        .containsPattern("\n80 +1.63 +\\d+ +\\d+.\\d GB +\\*:80\n")
        .doesNotContain("SSD");
  }

  @Test
  void roomOfTheFastTierMakesTwoTiersAndMaySuffice() {
    CliRun run = run("--stores=10", "--flush=128MB", "--data=1TB", "--ssd=99GB");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("SSD: 99.0 GB\n")
        .containsPattern("PEAK IN \\* +PEAK IN HOT +SSD SUFFICES +TIERS\n")
        .containsPattern("\n8 +\\d.\\d+ +\\d+ +\\S+ GB +\\S+ \\wB +yes +\\*:8:10137MB;HOT:8\n")
        .containsPattern("\n80 .* no +\\*:80:10137MB;HOT:80\n");
  }

  @Test
  void exitsWith1IfTheFastTierHasNoRoomForAnyK() {
    CliRun run = run("--stores=10", "--flush=1GB", "--ssd=640MB");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains(" no ").doesNotContain(" yes ");
  }

  @Test
  void givenTiersAreComputedAlone() {
    JsonObject json =
        JsonParser.parseString(
                run(
                        "--stores=2",
                        "--flush=16MB",
                        "--data=512MB",
                        "--tiers=*:4:256MB;HOT:8",
                        "--ssd=1GB",
                        "--json")
                    .out())
            .getAsJsonObject();

    assertThat(json.get("stores").getAsLong()).isEqualTo(2);
    assertThat(json.get("flush_bytes").getAsLong()).isEqualTo(16 << 20);
    assertThat(json.get("flushes").getAsInt()).isEqualTo(16);
    assertThat(json.get("ssd_bytes").getAsLong()).isEqualTo(1 << 30);
    assertThat(json.getAsJsonArray("plans")).hasSize(1);
    JsonObject plan = json.getAsJsonArray("plans").get(0).getAsJsonObject();
    assertThat(plan.get("tiers").getAsString()).isEqualTo("*:4:256MB;HOT:8");
    assertThat(plan.getAsJsonArray("k").toString()).isEqualTo("[4,8]");
    assertThat(plan.get("written_per_flushed").getAsDouble()).isEqualTo(2);
    assertThat(plan.get("blocking_files").getAsInt()).isEqualTo(18);
    assertThat(plan.getAsJsonObject("peak_bytes").get("*").getAsLong()).isEqualTo(2L * (64 << 20));
    assertThat(plan.getAsJsonObject("peak_bytes").get("HOT").getAsLong())
        .isEqualTo(2L * (256 << 20));
    assertThat(plan.get("ssd_suffices").getAsBoolean()).isTrue();
  }

  @Test
  void nothingIsSaidOfSsdsWithoutTheirRoom() {
    JsonObject json =
        JsonParser.parseString(run("--stores=2", "--flush=128MB", "--json").out())
            .getAsJsonObject();

    assertThat(json.get("flushes").getAsInt()).isEqualTo(80);
    assertThat(json.get("ssd_bytes").isJsonNull()).isTrue();
    assertThat(json.getAsJsonArray("plans"))
        .hasSize(6)
        .allSatisfy(
            plan -> assertThat(plan.getAsJsonObject().get("ssd_suffices").isJsonNull()).isTrue());
  }

  @ParameterizedTest
  @CsvSource({
    "--stores, 0, a whole number from 1 to 1000000000",
    "--stores, 1000000000, at most 107374182 without --data",
    "--flush, 128, 'bytes above 0 with a unit, such as 512MB'",
    "--flush, 11GB, at most 10GB without --data",
    "--flush, 1KB, 'at most 20000 flushes for each store, which has 10485760'",
    "--ssd, x, bytes above 0 with a unit",
    "--ssd, 639MB, 64MB or more for each of the 10 stores",
    "--data, 1GB, a flush for each of the 10 stores or more",
    "--data, 1025PB, at most 1024PB",
    "--data, 1000PB, 'at most 20000 flushes for each store, which has'",
  })
  void wrongValueIsNamedWithWhatIsAllowed(String flag, String value, String allowed) {
    CliRun run = run("--stores=10", "--flush=128MB", flag + "=" + value);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .startsWith("lighter: " + flag + " = '" + value + "': expected " + allowed);
  }

  @Test
  void mistakesOfTiersAreNamedTogether() {
    CliRun run = run("--stores=10", "--flush=128MB", "--tiers=HOT:1:20GB;PROVIDED:4");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("lighter: --tiers = 'HOT:1:20GB;PROVIDED:4': ")
        .contains("has the policy 'HOT' instead of *", "K '1' instead of", "'PROVIDED' instead of")
        .contains("expected 1 to 5 tiers POLICY:K:BYTES");
  }

  @Test
  void storesAndFlushAreRequired() {
    CliRun run = CliRun.of(Lighter.commandLine(() -> CliRun.conf()), "tiers", "plan", "--stores=1");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("lighter: Missing required option: '--flush=SIZE'");
  }

  /** Runs the command; of an option that is given twice the last value counts. */
  private static CliRun run(String... options) {
    List<String> args = new ArrayList<>(List.of("tiers", "plan"));
    for (String option : options) {
      String flag = option.split("=", 2)[0] + "=";
      args.removeIf(given -> given.startsWith(flag));
      args.add(option);
    }
    return CliRun.of(Lighter.commandLine(() -> CliRun.conf()), args.toArray(String[]::new));
  }
}
