// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Histories of all rows, counters and registers, and the violations. Thread-safe.
 *
 * <p>HBase promises that a get, and a scan of whole rows, shows all families of a row at one
 * instant. It also promises that acknowledged or seen changes stay visible. If a scan returns a row
 * in parts, each column is checked separately; in a snapshot, each family. {@link Disturbances}
 * lists scans that are not checked, and reads of returned region servers that may be older.
 */
final class Model {
  /** Number of violations with details. */
  static final int MAX_DETAILS = 20;

  private final LongSupplier clock;
  private final long epoch;
  private final Tally tally;
  private final ServerReturns returns;
  private final Runnable onViolation;
  private final List<VersionHistory> rows;
  private final List<CounterHistory> counters;
  private final List<RegisterHistory> registers;

  // Both fields are guarded by violations.
  private final List<Violation> violations = new ArrayList<>();
  private long violationCount;

  /**
   * Creates the model of an empty table.
   *
   * @param clock clock of all times, in nanoseconds
   * @param rows number of rows, of which every {@value Keys#ROWS_PER_COUNTER}th has a counter, and
   *     every {@value Keys#ROWS_PER_REGISTER}th a register
   * @param returns returns of servers by the same clock
   * @param onViolation called at each violation
   */
  Model(LongSupplier clock, int rows, Tally tally, ServerReturns returns, Runnable onViolation) {
    this.clock = clock;
    this.epoch = clock.getAsLong();
    this.tally = tally;
    this.returns = returns;
    this.onViolation = onViolation;
    this.rows = Stream.generate(VersionHistory::new).limit(rows).toList();
    this.counters = IntStream.range(0, rows).mapToObj(row -> new CounterHistory()).toList();
    this.registers = IntStream.range(0, rows).mapToObj(row -> new RegisterHistory()).toList();
  }

  long now() {
    return clock.getAsLong();
  }

  int rowCount() {
    return rows.size();
  }

  VersionHistory row(int row) {
    return rows.get(row);
  }

  CounterHistory counter(int row) {
    return counters.get(row);
  }

  RegisterHistory register(int row) {
    return registers.get(row);
  }

  /** A row with a register. */
  int anyRegister(RandomGenerator random) {
    int count = (rows.size() - Keys.FIRST_REGISTER - 1) / Keys.ROWS_PER_REGISTER + 1;
    return Keys.FIRST_REGISTER + Keys.ROWS_PER_REGISTER * random.nextInt(count);
  }

  /** Checks that a read showed all of a row at one instant. */
  void check(SeenRow seen, Read read) {
    tally.add(Tally.Event.ROW_CHECKED);
    judge(seen, read);
  }

  /** Checks that a read showed each family at one instant. */
  void checkFamilies(SeenRow seen, Read read) {
    tally.add(Tally.Event.ROW_CHECKED);
    for (String family : seen.families().keySet()) {
      judge(seen.only(family), read);
    }
  }

  /** Checks that a read showed each column at one instant. */
  void checkColumns(SeenRow seen, Read read) {
    tally.add(Tally.Event.ROW_CHECKED);
    seen.families()
        .forEach(
            (family, columns) ->
                columns.keySet().forEach(column -> judge(seen.only(family, column), read)));
  }

  /**
   * Checks that a counter had this value at one instant in all families.
   *
   * @param values by family, 0 where absent
   */
  void checkCounter(int row, Map<String, Long> values, Read read) {
    CounterHistory counter = counters.get(row);
    checkNumber(
        Keys.ofCounter(row),
        values,
        value -> (start, end) -> counter.judge(value, start, end),
        read);
  }

  /** Checks a register as {@link #checkCounter} does. */
  void checkRegister(int row, Map<String, Long> values, Read read) {
    RegisterHistory register = registers.get(row);
    checkNumber(
        Keys.ofRegister(row),
        values,
        value -> (start, end) -> register.judge(value, start, end),
        read);
  }

  private void checkNumber(
      byte[] key, Map<String, Long> values, LongFunction<Judge> judgeOf, Read read) {
    tally.add(Tally.Event.ROW_CHECKED);
    Optional<Problem> problem =
        values.values().stream().distinct().count() > 1
            ? Optional.of(new Problem(Problem.Kind.TORN, "the same in all families"))
            : values.values().stream()
                .findFirst()
                .flatMap(value -> judge(read, judgeOf.apply(value)));
    problem.ifPresent(p -> report(p, key, values.toString(), read));
  }

  /** Checks a counter in each family separately. */
  void checkCounterFamilies(int row, Map<String, Long> values, Read read) {
    values.forEach((family, value) -> checkCounter(row, Map.of(family, value), read));
  }

  /** Checks a register in each family separately. */
  void checkRegisterFamilies(int row, Map<String, Long> values, Read read) {
    values.forEach((family, value) -> checkRegister(row, Map.of(family, value), read));
  }

  /**
   * Records a refused compare-and-set. The refusal proves that the value was absent, unless a
   * returned server with an old state may have answered.
   *
   * @param expected expected value of the request
   */
  void refuse(int row, long expected, long start, long end) {
    if (returns.awaySince(start, end).isEmpty()) {
      registers.get(row).refuse(expected, end);
    }
  }

  /** Records a violation that is independent of the history. */
  void report(Problem problem, byte[] key, String seen, Read read) {
    Violation violation =
        new Violation(
            problem.kind(),
            Keys.toString(key),
            seen,
            problem.allowed(),
            read.what(),
            Thread.currentThread().getName(),
            Duration.ofNanos(read.start() - epoch),
            Duration.ofNanos(read.end() - epoch));
    synchronized (violations) {
      violationCount++;
      if (violations.size() < MAX_DETAILS) {
        violations.add(violation);
      }
    }
    onViolation.run();
  }

  long violationCount() {
    synchronized (violations) {
      return violationCount;
    }
  }

  /** The first {@value #MAX_DETAILS}. */
  List<Violation> violations() {
    synchronized (violations) {
      return List.copyOf(violations);
    }
  }

  /**
   * An exception for an aborted check that includes the violations so far.
   *
   * @param cause cause of the abort
   */
  IOException withViolations(IOException cause) {
    synchronized (violations) {
      return violationCount == 0
          ? cause
          : new IOException(
              "%d reads were wrong, the first: %s; then: %s"
                  .formatted(violationCount, violations.get(0).describe(), cause.getMessage()),
              cause);
    }
  }

  private void judge(SeenRow seen, Read read) {
    VersionHistory history = rows.get(seen.row());
    judge(read, (start, end) -> history.judge(seen, start, end))
        .ifPresent(problem -> report(problem, Keys.ofRow(seen.row()), seen.describe(), read));
  }

  /** Judges a read by its start and end; returns the problem, if any. */
  @FunctionalInterface
  private interface Judge {
    Optional<Problem> judge(long start, long end);
  }

  /**
   * Judges a read. If only a returned server can have answered, the state may be as old as the
   * server's absence.
   */
  private Optional<Problem> judge(Read read, Judge judge) {
    Optional<Problem> problem = judge.judge(read.start(), read.end());
    if (problem.isEmpty()) {
      return problem;
    }
    OptionalLong away = returns.awaySince(read.start(), read.end());
    if (away.isEmpty() || judge.judge(away.getAsLong(), read.end()).isPresent()) {
      return problem;
    }
    tally.add(Tally.Event.SHOWN_BY_RETURNING_SERVER);
    return Optional.empty();
  }
}
