// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.check.BackgroundCheck;
import java.time.Duration;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

class ChaosReportTest {
  private static final Fault FAULT =
      new Fault(
          FaultTarget.COMPACTION_SERVER, Moment.COMPACTING, FaultType.KILL, Duration.ofSeconds(45));
  private static final BackgroundCheck.Verdict CLEAN =
      new BackgroundCheck.Verdict(0, 1_000, 0, 10, 0, 8, 0, "all right", new JsonObject());

  @Test
  void faultsOfOneKindAreOneRowWithTheSlowestRecovery() {
    ChaosReport report = report(CLEAN, outcome(4_000, 0, List.of()), outcome(9_500, 0, List.of()));

    JsonObject json = JsonParser.parseString(report.toJson()).getAsJsonObject();

    assertThat(json.get("faults").getAsInt()).isEqualTo(2);
    assertThat(json.get("violations").getAsLong()).isZero();
    assertThat(json.getAsJsonArray("rows")).hasSize(1);
    JsonObject row = json.getAsJsonArray("rows").get(0).getAsJsonObject();
    assertThat(row.get("fault").getAsString()).isEqualTo("compaction server killed compacting");
    assertThat(row.get("count").getAsInt()).isEqualTo(2);
    assertThat(row.get("recovery_max_s").getAsDouble()).isEqualTo(9.5);
    assertThat(row.get("missed").getAsInt()).isZero();
    assertThat(report.passed()).isTrue();
  }

  @Test
  void reportFailsOnProblemsViolationsOrWithoutFaults() {
    BackgroundCheck.Verdict wrong =
        new BackgroundCheck.Verdict(1, 1_000, 0, 10, 0, 8, 0, "", new JsonObject());
    FaultOutcome good = outcome(1, 0, List.of());

    assertThat(report(CLEAN, good, outcome(1, 3, List.of("3 reads and writes failed"))).passed())
        .isFalse();
    assertThat(report(wrong, good).passed()).isFalse();
    assertThat(report(CLEAN).passed()).isFalse();
  }

  @Test
  void reportListsEachFaultOfTheMatrixOnceWithItsBound() {
    assertThat(FaultMatrix.all())
        .doesNotHaveDuplicates()
        .allSatisfy(fault -> assertThat(fault.bound()).isPositive());
    assertThat(FaultMatrix.all()).extracting(Fault::target).contains(FaultTarget.values());
    assertThat(FaultMatrix.all()).extracting(Fault::moment).contains(Moment.values());
  }

  private static ChaosReport report(BackgroundCheck.Verdict verdict, FaultOutcome... outcomes) {
    return new ChaosReport(7, Duration.ofMinutes(1), List.of(outcomes), verdict);
  }

  private static FaultOutcome outcome(long millis, long failed, List<String> problems) {
    return new FaultOutcome(
        FAULT,
        "compaction-server-1",
        Duration.ofMillis(millis),
        Duration.ZERO,
        false,
        Duration.ofMillis(50),
        failed,
        List.of(),
        problems);
  }
}
