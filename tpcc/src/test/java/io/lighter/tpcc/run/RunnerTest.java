// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.tpcc.transaction.Outcome;
import io.lighter.tpcc.transaction.TransactionType;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.junit.jupiter.api.Test;

class RunnerTest {
  private final Measurements measurements = new Measurements();

  @Test
  void rowWithoutCellsCountsAsFailureAndTerminalContinues() throws InterruptedException {
    measure(
        TransactionType.STOCK_LEVEL,
        () -> {
          throw new NullPointerException("no quantity");
        });

    assertThat(measurements.failed(TransactionType.STOCK_LEVEL)).isEqualTo(1);
    assertThat(measurements.firstFailure()).hasValueSatisfying(this::namesTransactionAndCause);
  }

  @Test
  void refusedRequestCountsAsFailure() throws InterruptedException {
    measure(
        TransactionType.PAYMENT,
        () -> {
          throw new IOException("refused");
        });

    assertThat(measurements.failed()).isEqualTo(1);
  }

  @Test
  void completedTransactionIsNotAFailure() throws InterruptedException {
    measure(TransactionType.DELIVERY, () -> new Outcome(false, 3));

    assertThat(measurements.failed()).isZero();
    assertThat(measurements.skippedDeliveries()).isEqualTo(3);
  }

  @Test
  void interruptionEndsTheTerminal() {
    assertThatThrownBy(
            () ->
                measure(
                    TransactionType.NEW_ORDER,
                    () -> {
                      throw new InterruptedIOException("told to stop");
                    }))
        .isInstanceOf(InterruptedException.class);
    assertThat(measurements.failed()).isZero();
  }

  private void measure(TransactionType type, Runner.OneTransaction transaction)
      throws InterruptedException {
    Runner.measure(measurements, type, System.nanoTime(), transaction);
  }

  private void namesTransactionAndCause(String failure) {
    assertThat(failure).contains("stock-level").contains("no quantity");
  }
}
