// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class LinkedRowsTest {
  private static final int REQUESTS = 40;

  private final AtomicLong clock = new AtomicLong();
  private final Tally tally = new Tally();
  private final StopSignal stop = new StopSignal();
  private final Disturbances disturbances = new Disturbances(clock::incrementAndGet);
  private final Model model =
      new Model(clock::incrementAndGet, 10, tally, disturbances.returns(), () -> {});

  /** Content of the table. */
  private final NavigableMap<byte[], Result> rows = new TreeMap<>(Bytes.BYTES_COMPARATOR);

  private boolean forgetsAll;

  /** Absence of a server that has returned for one get and lacks the row. */
  private Optional<Duration> absence = Optional.empty();

  private int requests;
  private final LinkedRows links = new LinkedRows(context(), new SplittableRandom(1));

  @Test
  void completeListHasNoViolation() throws Exception {
    links.call();
    links.checkAll();

    assertThat(model.violations()).isEmpty();
    assertThat(rows).hasSize((int) tally.get(Tally.Event.LINK)).isNotEmpty();
    assertThat(tally.get(Tally.Event.LINK_READ)).isPositive();
  }

  @Test
  void missingRowIsDetectedByTheFinalCheck() throws Exception {
    links.call();
    rows.remove(rows.firstKey());
    links.checkAll();

    assertThat(model.violations()).extracting(Violation::kind).containsOnly(Problem.Kind.LINK);
  }

  @Test
  void rowOfAnotherNodeIsDetectedByTheFinalCheck() throws Exception {
    links.call();
    rows.put(rows.firstKey(), rows.lastEntry().getValue());
    links.checkAll();

    assertThat(model.violationCount()).isPositive();
  }

  @Test
  void missingRowsAreDetectedByFollowingLinks() throws Exception {
    forgetsAll = true;
    links.call();

    assertThat(model.violations()).extracting(Violation::kind).containsOnly(Problem.Kind.LINK);
    assertThat(model.violationCount()).isPositive();
  }

  @Test
  void rowMayBeMissingOnAReturnedServerWithAnOlderState() throws Exception {
    absence = Optional.of(Duration.ofDays(1));
    links.call();

    assertThat(model.violations()).isEmpty();
    assertThat(tally.get(Tally.Event.SHOWN_BY_RETURNING_SERVER)).isOne();
  }

  @Test
  void rowFromBeforeTheAbsenceMustExistOnAReturnedServer() throws Exception {
    absence = Optional.of(Duration.ZERO);
    links.call();

    assertThat(model.violations()).extracting(Violation::kind).containsOnly(Problem.Kind.LINK);
    assertThat(tally.get(Tally.Event.SHOWN_BY_RETURNING_SERVER)).isZero();
  }

  private CheckContext context() {
    Cells cells = new Cells(8, Timestamps.ofVersions());
    return new CheckContext(
        new Configuration(false),
        proxy(Connection.class, Map.of("getTable", arguments -> table())),
        null,
        TableName.valueOf("t"),
        new CheckSettings(
            1,
            Duration.ofSeconds(1),
            10,
            8,
            Optional.empty(),
            Map.of(),
            TableShape.plain(),
            false,
            new CheckSettings.Load(
                0,
                0,
                0,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO,
                CheckSettings.Load.NEVER)),
        cells,
        model,
        new ResultChecker(model, cells),
        tally,
        disturbances,
        new OpenRequests(clock::incrementAndGet, disturbances.regionChanges()),
        new DisturbanceGate(true),
        new FlushFloors(),
        stop);
  }

  private Table table() {
    return proxy(
        Table.class,
        Map.of(
            "put",
            arguments -> {
              ((List<?>) arguments[0]).forEach(put -> store((Put) put));
              return null;
            },
            "get",
            arguments -> {
              if (++requests == REQUESTS) {
                stop.give();
              }
              if (requests == REQUESTS / 2 && absence.isPresent()) {
                disturbances.returns().during(absence.get(), () -> {});
                return Result.EMPTY_RESULT;
              }
              return rows.getOrDefault(((Get) arguments[0]).getRow(), Result.EMPTY_RESULT);
            },
            "getScanner",
            arguments -> scanner(List.copyOf(rows.values()).iterator()),
            "close",
            arguments -> null));
  }

  private void store(Put put) {
    if (!forgetsAll) {
      List<Cell> cells =
          put.getFamilyCellMap().values().stream()
              .flatMap(List::stream)
              .sorted(CellComparator.getInstance())
              .toList();
      rows.put(put.getRow(), Result.create(cells));
    }
  }

  private static ResultScanner scanner(Iterator<Result> results) {
    return proxy(
        ResultScanner.class,
        Map.of(
            "next",
            arguments -> results.hasNext() ? results.next() : null,
            "close",
            arguments -> null));
  }

  @FunctionalInterface
  private interface Method {
    Object call(Object[] arguments);
  }

  /** A proxy that supports only these methods. */
  private static <T> T proxy(Class<T> type, Map<String, Method> methods) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> methods.get(method.getName()).call(arguments)));
  }
}
