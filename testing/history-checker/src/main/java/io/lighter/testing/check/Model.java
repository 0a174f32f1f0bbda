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
 * The histories of all rows, counters and registers, and the violations. Thread-safe.
 *
 * <p>HBase promises that a get, and a scan that returns whole rows, shows a row of all families at
 * one instant, and that what was acknowledged or seen is never unseen. It does not promise it for a
 * row that a scan returns in parts, where columns are checked one by one, nor across the families
 * of a row in a snapshot, where families are checked one by one. What a scan returns after a
 * disturbance that it does not bear is not checked, and a region server that comes back may show
 * what was there when it went away, see {@link Disturbances}.
 */
final class Model {
  /** Of which the details are kept. */
  static final int MAX_DETAILS = 20;

  private final LongSupplier clock;
  private final long epoch;
  private final Tally tally;
  private final ServerReturns returns;
  private final Runnable onViolation;
  private final List<VersionHistory> rows;
  private final List<CounterHistory> counters;
  private final List<RegisterHistory> registers;

  // Both guarded by itself.
  private final List<Violation> violations = new ArrayList<>();
  private long violationCount;

  /**
   * A table that is empty.
   *
   * @param clock of all begins and ends, in nanoseconds
   * @param rows how many, of which every {@value Keys#ROWS_PER_COUNTER}th has a counter, and every
   *     {@value Keys#ROWS_PER_REGISTER}th a register
   * @param returns of the same clock
   * @param onViolation called at each
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

  /** The row of any register. */
  int anyRegister(RandomGenerator random) {
    int count = (rows.size() - Keys.FIRST_REGISTER - 1) / Keys.ROWS_PER_REGISTER + 1;
    return Keys.FIRST_REGISTER + Keys.ROWS_PER_REGISTER * random.nextInt(count);
  }

  /** Whether all that a read showed of a row was there at one instant. */
  void check(SeenRow seen, Read read) {
    tally.add(Tally.Event.ROW_CHECKED);
    judge(seen, read);
  }

  /** Whether what a read showed of each family was there at one instant. */
  void checkFamilies(SeenRow seen, Read read) {
    tally.add(Tally.Event.ROW_CHECKED);
    for (String family : seen.families().keySet()) {
      judge(seen.only(family), read);
    }
  }

  /** Whether what a read showed of each column was there at one instant. */
  void checkColumns(SeenRow seen, Read read) {
    tally.add(Tally.Event.ROW_CHECKED);
    seen.families()
        .forEach(
            (family, columns) ->
                columns.keySet().forEach(column -> judge(seen.only(family, column), read)));
  }

  /**
   * Whether a counter's value was right at one instant, and the same in all families.
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

  /** As {@link #checkCounter}, of a register. */
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

  /** As {@link #checkCounter}, each family by itself. */
  void checkCounterFamilies(int row, Map<String, Long> values, Read read) {
    values.forEach((family, value) -> checkCounter(row, Map.of(family, value), read));
  }

  /** As {@link #checkRegister}, each family by itself. */
  void checkRegisterFamilies(int row, Map<String, Long> values, Read read) {
    values.forEach((family, value) -> checkRegister(row, Map.of(family, value), read));
  }

  /**
   * Notes that a compare-and-set was refused. It proves that the value was not there, but not if a
   * server that came back may have said so, which goes by what was there when it went away.
   *
   * @param expected what the request asked for
   */
  void refuse(int row, long expected, long start, long end) {
    if (returns.awaySince(start, end).isEmpty()) {
      registers.get(row).refuse(expected, end);
    }
  }

  /** Notes what is wrong whatever the history. */
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
   * What to tell of a check that breaks off: nothing else would tell of the violations before that.
   *
   * @param cause why it breaks off
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

  /** Tells what is wrong with a read that lasted from a start to an end, if anything. */
  @FunctionalInterface
  private interface Judge {
    Optional<Problem> judge(long start, long end);
  }

  /** If only a server that comes back can have shown it, it is as old as its absence at most. */
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
