// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Twenty rows that were put once; the counters 0 and 10 have the value 1. */
class ScanningTest {
  private static final int ROWS = 20;

  /** Number of rows, two counters and a register. */
  private static final int KEYS = ROWS + 3;

  private static final long REGISTER = 7;

  private final AtomicLong clock = new AtomicLong(1_000);
  private final Tally tally = new Tally();
  private final Disturbances disturbances = new Disturbances(clock::get);
  private final Model model = new Model(clock::get, ROWS, tally, disturbances.returns(), () -> {});
  private final ActivityLog changes = disturbances.regionChanges();
  private final Cells cells = new Cells(20, Timestamps.ofVersions());
  private final CheckContext context =
      new CheckContext(
          new Configuration(false),
          null,
          null,
          TableName.valueOf("t"),
          null,
          cells,
          model,
          new ResultChecker(model, cells),
          tally,
          disturbances,
          new OpenRequests(clock::get, changes),
          new DisturbanceGate(true),
          new FlushFloors(),
          new StopSignal());

  ScanningTest() {
    for (int row = 0; row < ROWS; row++) {
      model.row(row).acknowledge(model.row(row).begin(Change.PUT, 10), 20);
      if (Keys.hasCounter(row)) {
        model.counter(row).attempt(10);
        model.counter(row).acknowledge(20);
      }
      if (Keys.hasRegister(row)) {
        model.register(row).begin(RegisterHistory.ABSENT, REGISTER, 10);
        model.register(row).acknowledge(REGISTER, 20);
      }
    }
  }

  @Test
  void completeScanHasNoViolation() throws Exception {
    run(everything(), everyResult());

    assertThat(model.violations()).isEmpty();
    assertThat(tally.get(Tally.Event.ROW_CHECKED)).isEqualTo(KEYS);
  }

  @Test
  void missingRowIsDetected() throws Exception {
    List<Result> results = everyResult();
    results.remove(5);

    run(everything(), results);

    assertThat(kinds()).containsExactly(Problem.Kind.STALE);
  }

  @Test
  void missingCounterIsDetected() throws Exception {
    List<Result> results = everyResult();
    results.removeIf(result -> Keys.isCounter(result.getRow()));

    run(everything(), results);

    assertThat(kinds()).containsExactly(Problem.Kind.COUNTER, Problem.Kind.COUNTER);
  }

  @Test
  void missingRegisterIsDetected() throws Exception {
    List<Result> results = everyResult();
    results.removeIf(result -> Keys.isRegister(result.getRow()));

    run(everything(), results);

    assertThat(kinds()).containsExactly(Problem.Kind.REGISTER);
  }

  @Test
  void rowsBeyondTheLimitMayBeMissing() throws Exception {
    run(plan(new Scan(), 0, 2 * ROWS - 1, 3), everyResult().subList(0, 3));

    assertThat(model.violations()).isEmpty();
  }

  @Test
  void missingRowBeforeTheLimitIsDetected() throws Exception {
    List<Result> results = everyResult();
    results.remove(1);

    run(plan(new Scan(), 0, 2 * ROWS - 1, 3), results.subList(0, 3));

    assertThat(kinds()).containsExactly(Problem.Kind.COUNTER);
  }

  @Test
  void reversedScanGoesDown() throws Exception {
    List<Result> results = everyResult();
    results.sort(Comparator.comparing(Result::getRow, Bytes.BYTES_COMPARATOR).reversed());

    run(plan(new Scan().setReversed(true), 0, 2 * ROWS - 1, 100), results);

    assertThat(model.violations()).isEmpty();
  }

  @Test
  void repeatedRowIsDetected() throws Exception {
    List<Result> results = everyResult();
    results.add(4, results.get(3));

    run(everything(), results);

    assertThat(kinds()).containsExactly(Problem.Kind.ORDER);
  }

  @Test
  void rowOutsideOfTheRangeIsDetected() throws Exception {
    run(plan(new Scan(), 2 * 19, 2 * 19, 100), List.of(row(18, 1), row(19, 1)));

    assertThat(kinds()).contains(Problem.Kind.ORDER);
  }

  @Test
  void blockingScanIsNotCheckedAfterAPossibleRegionClose() throws Exception {
    changes.during(() -> "a move");

    run(everything(), List.of(row(0, 1), row(0, 1)));

    assertThat(model.violations()).isEmpty();
    assertThat(tally.get(Tally.Event.ROW_CHECKED)).isZero();
    assertThat(tally.get(Tally.Event.SCAN_CUT_SHORT)).isOne();
  }

  @Test
  void nonBlockingScanIsCheckedDuringRegionChanges() throws Exception {
    changes.during(() -> "a move");

    run(
        ScanPlan.everything(new Scan(), 1, ResultChecker.Promise.WHOLE_ROW, ROWS),
        everyResult().subList(1, KEYS));

    assertThat(kinds()).containsExactly(Problem.Kind.STALE);
  }

  @Test
  void reversedScanIsNotCheckedAfterAPossibleFlush() throws Exception {
    disturbances.flushes().during(() -> "a flush");

    for (Scanning.Client client : Scanning.Client.values()) {
      assertThat(disturbances.invalidates(new Scan().setReversed(true), client, 1_000)).isTrue();
      assertThat(disturbances.invalidates(new Scan().setReversed(true), client, 1_001)).isFalse();
      assertThat(disturbances.invalidates(new Scan(), client, 1_000)).isFalse();
    }
  }

  @Test
  void requestInProgressExcludesNewScansFromTheCheck() throws Exception {
    boolean isInvalid =
        disturbances
            .flushes()
            .during(
                () ->
                    disturbances.invalidates(
                        new Scan().setReversed(true), Scanning.Client.NON_BLOCKING, 5_000));

    assertThat(isInvalid).isTrue();
  }

  @Test
  void changeBeforeTheScanDoesNotMatter() throws Exception {
    clock.set(900);
    changes.during(() -> "a move");
    clock.set(1_000);

    run(everything(), everyResult());

    assertThat(tally.get(Tally.Event.ROW_CHECKED)).isEqualTo(KEYS);
  }

  @Test
  void failedChangeIsOverAndUnknownChangeIsNot() {
    clock.set(900);
    assertThatThrownBy(() -> changes.during(failing(new ExecutionException(new IOException()))))
        .isInstanceOf(ExecutionException.class);
    assertThat(changes.anySince(901)).isFalse();

    assertThatThrownBy(() -> changes.during(failing(new TimeoutException())))
        .isInstanceOf(TimeoutException.class);
    assertThat(changes.anySince(1_000_000)).isTrue();
  }

  @Test
  void earlyRowsOfALowerHalfAreNoViolation() throws Exception {
    disturbances.borders().add(Keys.ofRow(8));
    List<Result> results = everyResult();
    int border = indexOf(results, 8);
    results.addAll(border, List.of(torn(9), torn(12)));

    run(everything(), results);

    assertThat(model.violations()).isEmpty();
    assertThat(tally.get(Tally.Event.SHOWN_EARLY)).isEqualTo(2);
    assertThat(tally.get(Tally.Event.ROW_CHECKED)).isEqualTo(KEYS);
  }

  @Test
  void rowShownEarlyMayBeTheNextOne() throws Exception {
    disturbances.borders().add(Keys.ofRow(8));
    List<Result> results = everyResult();
    results.add(indexOf(results, 8), torn(8));

    run(everything(), results);

    assertThat(model.violations()).isEmpty();
    assertThat(tally.get(Tally.Event.SHOWN_EARLY)).isOne();
  }

  @Test
  void earlyRowOfAnOlderRegionLiesBehindTwoBorders() throws Exception {
    disturbances.borders().add(Keys.ofRow(8));
    disturbances.borders().add(Keys.ofRow(10));
    List<Result> results = everyResult();
    results.add(indexOf(results, 8), torn(13));

    run(everything(), results);

    assertThat(model.violations()).isEmpty();
    assertThat(tally.get(Tally.Event.SHOWN_EARLY)).isOne();
  }

  @Test
  void rowBetweenTwoBordersIsCheckedIfTheScanGoesBackAtTheSecond() throws Exception {
    disturbances.borders().add(Keys.ofRow(8));
    disturbances.borders().add(Keys.ofRow(9));
    List<Result> results = everyResult();
    results.add(indexOf(results, 9), torn(12));

    run(everything(), results);

    assertThat(model.violations()).isEmpty();
    assertThat(tally.get(Tally.Event.ROW_CHECKED)).isEqualTo(KEYS);
  }

  @Test
  void scanThatStopsAfterABorderIsCheckedUpToTheBorder() throws Exception {
    disturbances.borders().add(Keys.ofRow(8));
    List<Result> results = everyResult();
    int border = indexOf(results, 8);
    List<Result> read = new ArrayList<>(results.subList(0, border));
    read.add(torn(9));

    run(plan(new Scan(), 0, 2 * ROWS - 1, border + 1), read);

    assertThat(model.violations()).isEmpty();
    assertThat(tally.get(Tally.Event.ROW_CHECKED)).isEqualTo(border);
    assertThat(tally.get(Tally.Event.MAYBE_EARLY)).isOne();
  }

  @Test
  void tornRowAfterABorderIsDetectedUnlessTheScanGoesBack() throws Exception {
    disturbances.borders().add(Keys.ofRow(8));
    List<Result> results = everyResult();
    results.set(indexOf(results, 9), torn(9));

    run(everything(), results);

    assertThat(kinds()).containsExactly(Problem.Kind.TORN);
  }

  @Test
  void missingRowAfterABorderIsDetected() throws Exception {
    disturbances.borders().add(Keys.ofRow(8));
    List<Result> results = everyResult();
    results.remove(indexOf(results, 8));

    run(everything(), results);

    assertThat(kinds()).containsExactly(Problem.Kind.STALE);
  }

  @Test
  void scanThatGoesBackElsewhereIsDetected() throws Exception {
    disturbances.borders().add(Keys.ofRow(8));
    for (int wrong : new int[] {3, 18}) {
      List<Result> results = everyResult();
      results.add(indexOf(results, wrong), row(wrong + 1, 1));
      run(everything(), results);
    }
    List<Result> twice = everyResult();
    twice.addAll(indexOf(twice, 8), List.of(row(9, 1), row(8, 1), row(9, 1)));
    run(everything(), twice);

    assertThat(kinds()).isNotEmpty().allMatch(kind -> kind == Problem.Kind.ORDER);
    assertThat(model.violationCount()).isEqualTo(3);
  }

  private static int indexOf(List<Result> results, int row) {
    for (int i = 0; i < results.size(); i++) {
      if (Bytes.equals(results.get(i).getRow(), Keys.ofRow(row))) {
        return i;
      }
    }
    throw new AssertionError("no row " + row);
  }

  /** A result with cells of one family only. */
  private Result torn(int row) {
    return Result.create(
        List.of(row(row, 1).rawCells()).stream()
            .filter(cell -> cell.getFamilyArray()[cell.getFamilyOffset()] == 'f')
            .toList());
  }

  private static Callable<String> failing(Exception failure) {
    return () -> {
      throw failure;
    };
  }

  @Test
  void partsOfARowMayArriveSeparately() throws Exception {
    List<Cell> all = List.of(row(0, 1).rawCells());
    ScanPlan parts =
        new ScanPlan(
            new Scan(),
            new Getter.Question(Cells.FAMILIES, 1),
            ResultChecker.Promise.PARTS,
            0,
            0,
            100,
            Duration.ZERO,
            Scanning.Client.BLOCKING);

    run(parts, List.of(Result.create(all.subList(0, 1)), Result.create(all.subList(1, 4))));

    assertThat(model.violations()).isEmpty();
  }

  @Test
  void missingFamilyIsTorn() throws Exception {
    List<Cell> one =
        List.of(row(0, 1).rawCells()).stream()
            .filter(cell -> cell.getFamilyArray()[cell.getFamilyOffset()] == 'f')
            .toList();

    run(plan(new Scan(), 0, 0, 100), List.of(Result.create(one)));

    assertThat(kinds()).containsExactly(Problem.Kind.TORN);
  }

  @Test
  void familiesOfASnapshotMayBeOfDifferentInstants() throws Exception {
    model.row(0).begin(Change.DELETE, 900);
    Map<Column, List<Integer>> old = Map.of(Column.A, List.of(1), Column.B, List.of(1));
    Map<Column, List<Integer>> none = Map.of(Column.A, List.of(), Column.B, List.of());
    SeenRow seen = new SeenRow(0, 1, Map.of("f", old, "g", none));

    model.checkFamilies(seen, new Read("snapshot", 890, 950));
    assertThat(model.violations()).isEmpty();

    model.check(seen, new Read("get", 890, 950));
    assertThat(kinds()).containsExactly(Problem.Kind.TORN);
  }

  @Test
  void counterThatDiffersBetweenFamiliesIsTorn() {
    model.checkCounter(0, Map.of("f", 1L, "g", 0L), new Read("get", 15, 30));

    assertThat(kinds()).containsExactly(Problem.Kind.TORN);
  }

  @Test
  void unwrittenCellIsForeign() throws Exception {
    Cell foreign =
        new KeyValue(Keys.ofRow(0), Cells.family("f"), new byte[] {'a'}, 3, new byte[20]);

    run(plan(new Scan(), 0, 0, 100), List.of(Result.create(List.of(foreign))));

    assertThat(kinds()).containsExactly(Problem.Kind.FOREIGN);
  }

  @Test
  void onlyTheFirstViolationsAreKeptButAllAreCounted() {
    for (int i = 0; i < 50; i++) {
      model.report(
          new Problem(Problem.Kind.STALE, "x"), Keys.ofRow(0), "y", new Read("get", 1_000, 2_000));
    }

    assertThat(model.violations()).hasSize(Model.MAX_DETAILS);
    assertThat(model.violationCount()).isEqualTo(50);
    assertThat(model.violations().get(0).describe()).contains("r000000", "y", "x", "get", "STALE");
  }

  private List<Problem.Kind> kinds() {
    return model.violations().stream().map(Violation::kind).toList();
  }

  private void run(ScanPlan plan, List<Result> results) throws Exception {
    new Scanning(plan, context, new Read("scan", 1_000, 1_000))
        .run(new ListScanner(results), clock::incrementAndGet);
  }

  private static ScanPlan everything() {
    return plan(new Scan(), 0, 2 * ROWS - 1, Integer.MAX_VALUE);
  }

  private static ScanPlan plan(Scan scan, int first, int last, int limit) {
    return new ScanPlan(
        scan,
        new Getter.Question(Cells.FAMILIES, 1),
        ResultChecker.Promise.WHOLE_ROW,
        first,
        last,
        limit,
        Duration.ZERO,
        Scanning.Client.BLOCKING);
  }

  private List<Result> everyResult() {
    List<Result> results = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      results.add(row(row, 1));
      if (Keys.hasCounter(row)) {
        results.add(number(Keys.ofCounter(row), Cells.COUNTER, 1));
      }
      if (Keys.hasRegister(row)) {
        results.add(number(Keys.ofRegister(row), Cells.REGISTER, REGISTER));
      }
    }
    return results;
  }

  private Result row(int row, int version) {
    return Result.create(
        cells.mutations(row, version, Change.PUT).get(0).getFamilyCellMap().values().stream()
            .flatMap(List::stream)
            .sorted(CellComparator.getInstance())
            .toList());
  }

  private static Result number(byte[] key, byte[] qualifier, long value) {
    return Result.create(
        Cells.FAMILIES.stream()
            .map(
                family ->
                    (Cell)
                        new KeyValue(key, Cells.family(family), qualifier, 5, Bytes.toBytes(value)))
            .toList());
  }

  /** Results from a list. */
  private static final class ListScanner implements ResultScanner {
    private final Deque<Result> left;

    ListScanner(List<Result> results) {
      left = new ArrayDeque<>(results);
    }

    @Override
    public Result next() {
      return left.poll();
    }

    @Override
    public void close() {
      left.clear();
    }

    @Override
    public boolean renewLease() {
      return true;
    }

    @Override
    public ScanMetrics getScanMetrics() {
      return null;
    }
  }
}
