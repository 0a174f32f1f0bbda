// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.testing.index.CheckedIndex;
import io.lighter.testing.index.IndexHistory;
import io.lighter.testing.index.Outcome;
import io.lighter.testing.index.RowChange;
import io.lighter.testing.index.RowTimeline;
import io.lighter.testing.index.Step;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;

/**
 * Changes its own rows of an indexed table. Changes with timestamps of the writer may be executed
 * twice; a row is retired after a change with timestamps of a region server whose outcome is
 * unknown.
 */
final class IndexWriter implements Callable<Void> {
  /** Less than the recovery of a killed region server, so that some outcomes are unknown. */
  private static final int TIMEOUT_MS = 10_000;

  private static final int MAX_BATCH = 5;
  private static final double CONTENDED_SHARE = 0.15;
  private static final double SERVER_TIME_SHARE = 0.25;
  private static final double CHECK_SHARE = 0.15;
  private static final double UNSYNCED_SHARE = 0.12;

  /** Share of changes of a few rows, which are therefore changed often. */
  private static final double HOT_SHARE = 0.3;

  private static final int HOT_ROWS = 4;

  /** Versions of a column from which on its family is deleted. */
  private static final int MAX_VERSIONS = 40;

  private final CheckContext context;
  private final IndexHistory history;
  private final ContendedRows contended;
  private final RandomGenerator random;
  private final IndexChanges changes;
  private final int number;
  private final int writers;
  private final Map<Integer, RowClock> clocks = new HashMap<>();

  /**
   * Creates a writer that owns the rows whose number modulo the number of writers is {@code
   * number}.
   */
  IndexWriter(
      CheckContext context,
      IndexHistory history,
      ContendedRows contended,
      RandomGenerator random,
      int number) {
    this.context = context;
    this.history = history;
    this.contended = contended;
    this.random = random;
    this.changes = new IndexChanges(random);
    this.number = number;
    this.writers = context.settings().load().writers();
  }

  @Override
  public Void call() throws IOException, InterruptedException {
    TableBuilder builder = context.connection().getTableBuilder(context.table(), null);
    try (Table table = builder.setOperationTimeout(TIMEOUT_MS).build()) {
      while (!context.stop().isGiven()) {
        context.requests().whole(() -> write(table));
        context.pause(random, context.settings().load().writerPause());
      }
    }
    return null;
  }

  private void write(Table table) throws IOException, InterruptedException {
    double dice = random.nextDouble();
    if (dice < CONTENDED_SHARE) {
      contended.write(table, random);
    } else if (dice < CONTENDED_SHARE + SERVER_TIME_SHARE) {
      changeAtServerTime(table, anyOwnedRow());
    } else {
      change(table);
    }
  }

  /**
   * A change of a row that has begun.
   *
   * @param cities possible values of {@link CheckedIndex#CITY} before
   */
  private record Begun(int row, RowChange change, Set<Optional<String>> cities) {}

  private Begun begin(int row, RowChange change) {
    RowTimeline timeline = history.row(row);
    Set<Optional<String>> cities = timeline.possible(CheckedIndex.CITY.column());
    timeline.begin(change, context.model().now());
    return new Begun(row, change, cities);
  }

  private void change(Table table) throws IOException {
    int size = random.nextInt(3) > 0 ? 1 : random.nextInt(2, MAX_BATCH + 1);
    Set<Integer> rows = new TreeSet<>();
    for (int i = 0; i < size; i++) {
      rows.add(anyOwnedRow());
    }
    Durability durability = durability();
    List<Begun> begun = new ArrayList<>();
    List<Row> requests = new ArrayList<>();
    for (int row : rows) {
      Begun change = begin(row, anyChange(row));
      begun.add(change);
      requests.addAll(IndexMutations.of(Keys.ofRow(row), change.change, durability));
    }
    boolean isDone = isDone("change of " + rows, () -> send(table, requests, begun.get(0).cities));
    if (isDone) {
      context.tally().add(Tally.Event.WRITE, requests.size());
    }
    for (Begun each : begun) {
      history.row(each.row).end(outcome(isDone, durability), context.model().now());
    }
  }

  private RowChange anyChange(int row) {
    RowClock clock = clock(row);
    return history.row(row).size() < MAX_VERSIONS
        ? changes.next(clock)
        : RowChange.of(new Step.DeleteUpTo(Optional.empty(), clock.next()));
  }

  /** A request to HBase. */
  @FunctionalInterface
  private interface Request {
    void send() throws IOException;
  }

  /** Sends a request, and returns whether HBase has acknowledged the request. */
  private boolean isDone(String what, Request request) {
    try {
      context
          .requests()
          .timed(
              () -> {
                request.send();
                return null;
              });
      return true;
    } catch (IOException e) {
      context.tally().addFailure(Tally.Event.WRITE_FAILED, what, e);
      return false;
    }
  }

  private static Outcome outcome(boolean isDone, Durability durability) {
    if (!isDone) {
      return Outcome.UNKNOWN;
    }
    return durability == Durability.USE_DEFAULT ? Outcome.DURABLE : Outcome.UNSYNCED;
  }

  private void send(Table table, List<Row> requests, Set<Optional<String>> cities)
      throws IOException {
    if (requests.size() > 1 || random.nextInt(3) == 0) {
      batch(table, requests);
    } else if (cities.size() > 1 || random.nextDouble() >= CHECK_SHARE) {
      sendOne(table, requests.get(0));
    } else if (!checkAndSend(table, requests.get(0), cities.iterator().next())) {
      sendOne(table, requests.get(0));
    }
  }

  private static void batch(Table table, List<Row> requests) throws IOException {
    try {
      table.batch(requests, new Object[requests.size()]);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted during a batch");
    }
  }

  private static void sendOne(Table table, Row request) throws IOException {
    if (request instanceof Put put) {
      table.put(put);
    } else if (request instanceof Delete delete) {
      table.delete(delete);
    } else {
      table.mutateRow((RowMutations) request);
    }
  }

  /**
   * Sends a change with a condition that holds. HBase may refuse the change although it was made:
   * the client sends a request again if the answer is lost, and the condition no longer holds then.
   *
   * @param city the row's value before
   * @return whether HBase says that the change was made
   */
  private static boolean checkAndSend(Table table, Row request, Optional<String> city)
      throws IOException {
    String column = CheckedIndex.CITY.column();
    byte[] qualifier = IndexMutations.qualifier(column);
    CheckAndMutate.Builder condition = CheckAndMutate.newBuilder(request.getRow());
    condition =
        city.isEmpty()
            ? condition.ifNotExists(IndexMutations.FAMILY, qualifier)
            : condition.ifEquals(
                IndexMutations.FAMILY, qualifier, IndexMutations.value(column, city.get()));
    CheckAndMutate change;
    if (request instanceof Put put) {
      change = condition.build(put);
    } else if (request instanceof Delete delete) {
      change = condition.build(delete);
    } else {
      change = condition.build((RowMutations) request);
    }
    return table.checkAndMutate(change).isSuccess();
  }

  /** Changes a row with a request that gets its timestamp from the region server. */
  private void changeAtServerTime(Table table, int row) throws InterruptedException {
    RowTimeline timeline = history.row(row);
    if (timeline.isRetired()) {
      return;
    }
    RowClock clock = clock(row);
    ServerTimeChange change =
        ServerTimeChange.any(timeline, clock.awaitServerTime(), changes, random);
    Durability durability = durability();
    begin(row, change.change());
    boolean isDone = isDone(change.name(), () -> change.send(table, Keys.ofRow(row), durability));
    clock.passServerTime();
    if (isDone) {
      context.tally().add(Tally.Event.WRITE);
      timeline.end(outcome(true, durability), context.model().now());
    } else {
      timeline.retire();
      context.tally().add(Tally.Event.RETIRED);
    }
  }

  private Durability durability() {
    if (random.nextDouble() >= UNSYNCED_SHARE) {
      return Durability.USE_DEFAULT;
    }
    return random.nextBoolean() ? Durability.ASYNC_WAL : Durability.SKIP_WAL;
  }

  private RowClock clock(int row) {
    return clocks.computeIfAbsent(row, r -> new RowClock(System::currentTimeMillis));
  }

  private int anyOwnedRow() {
    int own = history.rowCount() / writers;
    int rows = random.nextDouble() < HOT_SHARE ? Math.min(HOT_ROWS, own) : own;
    return random.nextInt(rows) * writers + number;
  }
}
