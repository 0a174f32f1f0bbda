// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ModelTest {
  private static final int ROW = 3;

  private final IOException cause = new IOException("the table is gone");

  private final AtomicLong clock = new AtomicLong(1_000);
  private final Tally tally = new Tally();
  private final ServerReturns returns = new ServerReturns(clock::get);
  private final Model model = new Model(clock::get, 10, tally, returns, () -> {});

  @Test
  void abortedCheckReportsWrongReads() {
    model.report(
        new Problem(Problem.Kind.STALE, "version 7"),
        Keys.ofRow(3),
        "version 6",
        new Read("get of 1", 1_000, 1_000));

    assertThat(model.withViolations(cause))
        .hasMessageContaining("1 reads were wrong")
        .hasMessageContaining("version 6")
        .hasMessageContaining("the table is gone")
        .hasCause(cause);
  }

  @Test
  void abortedCheckWithoutWrongReadsReportsOnlyItsCause() {
    assertThat(model.withViolations(cause)).isSameAs(cause);
  }

  /** Creates a row at version 3 since 400, a counter at 2 and a register set twice since then. */
  @BeforeEach
  void changeRows() {
    for (int time = 200; time <= 400; time += 100) {
      model.row(ROW).acknowledge(model.row(ROW).begin(Change.PUT, time), time);
    }
    for (int time = 300; time <= 400; time += 100) {
      model.counter(ROW).attempt(time);
      model.counter(ROW).acknowledge(time);
    }
    model.register(ROW).begin(RegisterHistory.ABSENT, 31, 300);
    model.register(ROW).acknowledge(31, 300);
    model.register(ROW).begin(31, 32, 400);
    model.register(ROW).acknowledge(32, 400);
  }

  @Test
  void returnedServerMayShowTheStateBeforeItsAbsence() {
    comeBack(350, 900, 950);

    readAll(2, 1, 31, 920, 960);

    assertThat(model.violations()).isEmpty();
    assertThat(tally.get(Tally.Event.SHOWN_BY_RETURNING_SERVER)).isEqualTo(3);
  }

  @Test
  void returnedServerMayNotShowStatesReplacedBeforeItsAbsence() {
    comeBack(350, 900, 950);

    readAll(1, 0, RegisterHistory.ABSENT, 920, 960);

    assertThat(kinds())
        .containsExactly(Problem.Kind.STALE, Problem.Kind.COUNTER, Problem.Kind.REGISTER);
    assertThat(tally.get(Tally.Event.SHOWN_BY_RETURNING_SERVER)).isZero();
  }

  @Test
  void returnedServerMayNotShowTornRows() {
    comeBack(350, 900, 950);

    model.check(
        new SeenRow(ROW, 1, Map.of("f", onlyVersion(2), "g", onlyVersion(3))),
        new Read("get", 920, 960));

    assertThat(kinds()).containsExactly(Problem.Kind.TORN);
  }

  @Test
  void readsBeforeTheReturnAndAfterTheExitShowTheCurrentState() {
    comeBack(350, 900, 950);

    readAll(2, 1, 31, 800, 899);
    readAll(2, 1, 31, 951, 980);

    assertThat(model.violationCount()).isEqualTo(6);
    assertThat(tally.get(Tally.Event.SHOWN_BY_RETURNING_SERVER)).isZero();
  }

  @Test
  void returnedServerCountsUntilItsExit() {
    clock.set(900);
    returns.during(
        Duration.ofNanos(550),
        () -> {
          clock.set(2_000);
          readAll(2, 1, 31, 1_990, 2_000);
        });

    assertThat(model.violations()).isEmpty();
  }

  @Test
  void currentAnswersAreNotCountedAsThoseOfAReturnedServer() {
    comeBack(350, 900, 950);

    readAll(3, 2, 32, 920, 960);

    assertThat(model.violations()).isEmpty();
    assertThat(tally.get(Tally.Event.SHOWN_BY_RETURNING_SERVER)).isZero();
  }

  @Test
  void refusedCompareAndSetProvesThatTheValueWasAbsent() {
    model.refuse(ROW, 32, 920, 960);

    readAll(3, 2, 32, 970, 980);

    assertThat(kinds()).containsExactly(Problem.Kind.REGISTER);
  }

  @Test
  void refusalByAReturnedServerProvesNothing() {
    comeBack(350, 900, 950);
    model.refuse(ROW, 32, 920, 960);

    readAll(3, 2, 32, 970, 980);

    assertThat(model.violations()).isEmpty();
  }

  private void comeBack(long away, long back, long gone) {
    clock.set(back);
    returns.during(Duration.ofNanos(back - away), () -> clock.set(gone));
  }

  private void readAll(int version, long count, long value, long start, long end) {
    Read read = new Read("get", start, end);
    Map<Column, List<Integer>> columns = onlyVersion(version);
    model.check(new SeenRow(ROW, 1, Map.of("f", columns, "g", columns)), read);
    model.checkCounter(ROW, Map.of("f", count, "g", count), read);
    model.checkRegister(ROW, Map.of("f", value, "g", value), read);
  }

  private static Map<Column, List<Integer>> onlyVersion(int version) {
    return Map.of(Column.A, List.of(version), Column.B, List.of(version));
  }

  private List<Problem.Kind> kinds() {
    return model.violations().stream().map(Violation::kind).toList();
  }
}
