// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.tpcc.check.CheckReport;
import io.lighter.tpcc.check.Condition;
import io.lighter.tpcc.run.RunReport;
import io.lighter.tpcc.run.RunSettings;
import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.schema.Scale;
import io.lighter.tpcc.transaction.TransactionType;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TpccTextTest {
  private static final Database DATABASE = new Database(2, Scale.SPEC, 1, 100, 0);

  @Test
  void runHasALineForEachTypeAndNewOrdersPerMinute() {
    String text = TpccText.of(run(0, Optional.empty()));

    assertThat(
            text.lines()
                .filter(
                    line ->
                        line.matches("(new-order|payment|order-status|delivery|stock-level) .*")))
        .hasSize(5);
    assertThat(text)
        .contains("100 New-Orders/min (1 of them rolled back)", "2.5")
        .doesNotContain("never started");
  }

  @Test
  void runListsFailedAndUnstartedTransactions() {
    assertThat(TpccText.of(run(17, Optional.of("payment: no such table"))))
        .contains("17 transactions were never started", "first failure: payment: no such table");
  }

  @Test
  void checkHasALineForEachConditionAndExamples() {
    Map<Condition, CheckReport.Finding> findings =
        Arrays.stream(Condition.values())
            .collect(
                Collectors.toMap(
                    condition -> condition,
                    condition -> new CheckReport.Finding(20, 0, List.of())));

    assertThat(TpccText.of(new CheckReport(DATABASE, findings)).lines())
        .hasSize(14)
        .last()
        .isEqualTo("All conditions hold.");

    findings.put(
        Condition.NEW_ORDERS_WITHOUT_GAP, new CheckReport.Finding(20, 1, List.of("a district")));
    assertThat(TpccText.of(new CheckReport(DATABASE, findings)))
        .contains("  3: a district", "1 rows break a condition");
  }

  private static RunReport run(long notStarted, Optional<String> failure) {
    Map<TransactionType, RunReport.TypeReport> types =
        Arrays.stream(TransactionType.values())
            .collect(
                Collectors.toMap(
                    type -> type, type -> new RunReport.TypeReport(100, 0, 2_500, 2, 3, 4, 5, 6)));
    return new RunReport(
        DATABASE,
        new RunSettings(4, Duration.ofMinutes(1), 0, 1, Optional.empty()),
        60,
        types,
        1,
        0,
        notStarted,
        12,
        0.1,
        List.of(),
        failure);
  }
}
