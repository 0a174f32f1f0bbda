// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Changes its own rows and counters, one at a time, in batches, or by bulk loads, and the shared
 * registers.
 */
final class Writer implements Callable<Void> {
  private static final int MAX_BATCH = 8;
  private static final int MAX_BULK_ROWS = 40;
  private static final double INCREMENT_SHARE = 0.15;
  private static final double COMPARE_AND_SET_SHARE = 0.1;
  private static final int SEQUENCE_BITS = 40;

  private final CheckContext context;
  private final BulkLoader bulkLoader;
  private final RandomGenerator random;
  private final int number;
  private final int writers;

  /** The last value that this writer saw of each register; others may have changed it. */
  private final Map<Integer, Long> lastSeen = new HashMap<>();

  /** Sequence number of the last compare-and-set. */
  private long sequence;

  /** Time of the next bulk load, by the model's clock. */
  private long nextBulkLoad;

  /**
   * Creates a writer that owns the rows whose number modulo the number of writers is {@code
   * number}.
   */
  Writer(CheckContext context, RandomGenerator random, int number) {
    this.context = context;
    this.bulkLoader = new BulkLoader(context);
    this.random = random;
    this.number = number;
    this.writers = context.settings().load().writers();
  }

  @Override
  public Void call() throws IOException, InterruptedException {
    CheckSettings.Load load = context.settings().load();
    nextBulkLoad = timeOfNextBulkLoad();
    try (Table table = context.connection().getTable(context.table())) {
      while (!context.stop().isGiven()) {
        context.requests().whole(() -> write(table));
        context.pause(random, load.writerPause());
      }
    }
    return null;
  }

  /** Makes a change of a random kind. */
  private void write(Table table) throws IOException, InterruptedException {
    double dice = random.nextDouble();
    if (context.model().now() - nextBulkLoad >= 0 && context.gate().enter()) {
      try {
        bulkLoad();
      } finally {
        context.gate().leave();
      }
      nextBulkLoad = timeOfNextBulkLoad();
    } else if (dice < INCREMENT_SHARE) {
      increment(table);
    } else if (dice < INCREMENT_SHARE + COMPARE_AND_SET_SHARE) {
      compareAndSet(table);
    } else {
      change(table);
    }
  }

  private long timeOfNextBulkLoad() {
    double pause = context.settings().load().bulkLoadPause().toNanos() * (double) writers;
    return context.model().now() + (long) (2 * pause * random.nextDouble());
  }

  private void change(Table table) throws IOException, InterruptedException {
    int size = random.nextBoolean() ? 1 : random.nextInt(2, MAX_BATCH + 1);
    TreeSet<Integer> rows = new TreeSet<>();
    while (rows.size() < size) {
      rows.add(anyOwnedRow());
    }
    List<Begun> begun = new ArrayList<>();
    List<Row> actions = new ArrayList<>();
    for (int row : rows) {
      Begun change = begin(row);
      begun.add(change);
      actions.add(action(change));
    }
    context.send("batch of " + size, () -> table.batch(actions, new Object[actions.size()]));
    acknowledge(begun);
  }

  private void bulkLoad() throws IOException, InterruptedException {
    List<Begun> begun = new ArrayList<>();
    List<Mutation> mutations = new ArrayList<>();
    int first = anyOwnedRow();
    int end = Math.min(context.model().rowCount(), first + MAX_BULK_ROWS * writers);
    for (int row = first; row < end; row += writers) {
      Begun change = begin(row);
      begun.add(change);
      mutations.addAll(mutations(change));
    }
    context.send("bulk load", () -> bulkLoader.load(mutations));
    acknowledge(begun);
    context.tally().add(Tally.Event.BULK_LOAD);
  }

  /** Increments a counter, without a retry, because a failed increment may have been executed. */
  private void increment(Table table) {
    int counters = context.model().rowCount() / Keys.ROWS_PER_COUNTER / writers;
    if (counters == 0) {
      return;
    }
    int row = (random.nextInt(counters) * writers + number) * Keys.ROWS_PER_COUNTER;
    Increment increment = new Increment(Keys.ofCounter(row));
    for (String family : Cells.FAMILIES) {
      increment.addColumn(Cells.family(family), Cells.COUNTER, 1);
    }
    CounterHistory counter = context.model().counter(row);
    long start = context.model().now();
    counter.attempt(start);
    try {
      Result result = context.requests().timed(() -> table.increment(increment));
      Read read = new Read("increment", start, context.model().now());
      counter.acknowledge(read.end());
      context.tally().add(Tally.Event.INCREMENT);
      if (!context.disturbances().invalidatesIncrement(start)) {
        context.results().check(result, Cells.FAMILIES, 1, ResultChecker.Promise.WHOLE_ROW, read);
      }
    } catch (IOException e) {
      context.tally().addFailure(Tally.Event.WRITE_FAILED, "increment", e);
    }
  }

  /**
   * Compares and sets a register, without a retry, because a failed request may have been executed.
   */
  private void compareAndSet(Table table) {
    int row = context.model().anyRegister(random);
    byte[] key = Keys.ofRegister(row);
    try {
      Long seen = lastSeen.remove(row);
      long expected = seen == null ? readRegister(table, row) : seen;
      long value = ((number + 1L) << SEQUENCE_BITS) + ++sequence;
      byte[] family = Cells.family(Cells.FAMILIES.get(random.nextInt(Cells.FAMILIES.size())));
      CheckAndMutate.Builder condition = CheckAndMutate.newBuilder(key);
      condition =
          expected == RegisterHistory.ABSENT
              ? condition.ifNotExists(family, Cells.REGISTER)
              : condition.ifEquals(family, Cells.REGISTER, Bytes.toBytes(expected));
      Put put = new Put(key);
      for (String each : Cells.FAMILIES) {
        put.addColumn(Cells.family(each), Cells.REGISTER, Bytes.toBytes(value));
      }
      RegisterHistory register = context.model().register(row);
      long start = context.model().now();
      register.begin(expected, value, start);
      CheckAndMutate compareAndSet = condition.build(put);
      if (context.requests().timed(() -> table.checkAndMutate(compareAndSet)).isSuccess()) {
        Read read = new Read("compare-and-set", start, context.model().now());
        context.tally().add(Tally.Event.COMPARE_AND_SET);
        register
            .acknowledge(value, read.end())
            .ifPresent(problem -> context.model().report(problem, key, "set " + value, read));
        lastSeen.put(row, value);
      } else {
        context.model().refuse(row, expected, start, context.model().now());
        context.tally().add(Tally.Event.COMPARE_AND_SET_REFUSED);
      }
    } catch (IOException e) {
      context.tally().addFailure(Tally.Event.WRITE_FAILED, "compare-and-set", e);
    }
  }

  private long readRegister(Table table, int row) throws IOException {
    long start = context.model().now();
    Result result = context.requests().timed(() -> table.get(new Get(Keys.ofRegister(row))));
    Read read = new Read("get of a register", start, context.model().now());
    context.tally().add(Tally.Event.GET);
    if (result.isEmpty()) {
      context
          .results()
          .checkRegisterAbsent(row, Cells.FAMILIES, ResultChecker.Promise.WHOLE_ROW, read);
      return RegisterHistory.ABSENT;
    }
    context.results().check(result, Cells.FAMILIES, 1, ResultChecker.Promise.WHOLE_ROW, read);
    byte[] value = result.getValue(Cells.family(Cells.FAMILIES.get(0)), Cells.REGISTER);
    return value == null ? RegisterHistory.ABSENT : Bytes.toLong(value);
  }

  /** A change that is recorded and not yet acknowledged. */
  private record Begun(int row, int version, Change change) {}

  private Begun begin(int row) {
    Change change = Change.random(random);
    return new Begun(row, context.model().row(row).begin(change, context.model().now()), change);
  }

  private void acknowledge(List<Begun> changes) {
    long now = context.model().now();
    for (Begun change : changes) {
      context.model().row(change.row()).acknowledge(change.version(), now);
    }
    context.tally().add(Tally.Event.WRITE, changes.size());
  }

  private int anyOwnedRow() {
    return random.nextInt(context.model().rowCount() / writers) * writers + number;
  }

  private List<Mutation> mutations(Begun change) {
    return context.cells().mutations(change.row(), change.version(), change.change());
  }

  private Row action(Begun change) throws IOException {
    List<Mutation> mutations = mutations(change);
    return mutations.size() == 1 ? mutations.get(0) : RowMutations.of(mutations);
  }
}
