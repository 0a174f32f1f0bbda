package io.lighter.benchmarks.check;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;

/**
 * Changes the rows and counters that it owns: one at a time, several in a batch, or bulk-loaded.
 */
final class Writer implements Callable<Void> {
  /**
   * How often a change is sent before the check is given up: HBase's client has its own retries.
   */
  private static final int MAX_ATTEMPTS = 5;

  private static final Duration RETRY_PAUSE = Duration.ofMillis(200);
  private static final int MAX_BATCH = 8;
  private static final int MAX_BULK_ROWS = 40;
  private static final double INCREMENT_SHARE = 0.15;

  private final CheckContext context;
  private final BulkLoader bulkLoader;
  private final RandomGenerator random;
  private final int number;
  private final int writers;

  /** Owns the rows whose number leaves {@code number} when divided by that of the writers. */
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
    long nextBulkLoad = timeOfNextBulkLoad();
    try (Table table = context.connection().getTable(context.table())) {
      while (!context.stop().isGiven()) {
        if (context.model().now() - nextBulkLoad >= 0) {
          bulkLoad();
          nextBulkLoad = timeOfNextBulkLoad();
        } else if (random.nextDouble() < INCREMENT_SHARE) {
          increment(table);
        } else {
          change(table);
        }
        context.pause(random, load.writerPause());
      }
    }
    return null;
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
    send("batch of " + size, () -> table.batch(actions, new Object[actions.size()]));
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
    send("bulk load", () -> bulkLoader.load(mutations));
    acknowledge(begun);
    context.tally().add(Tally.Event.BULK_LOAD);
  }

  /** Not sent again if it fails: it may have happened. */
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
      Result result = table.increment(increment);
      Read read = new Read("increment", start, context.model().now());
      counter.acknowledge(read.end());
      context.tally().add(Tally.Event.INCREMENT);
      if (!context.disturbances().spoilIncrement(start)) {
        context.results().check(result, Cells.FAMILIES, 1, ResultChecker.Promise.WHOLE_ROW, read);
      }
    } catch (IOException e) {
      context.tally().addFailure(Tally.Event.WRITE_FAILED, "increment", e);
    }
  }

  /** A change that is noted and not acknowledged. */
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

  /** A request that can be sent twice. */
  @FunctionalInterface
  private interface Request {
    void send() throws Exception;
  }

  /**
   * Sends a request until it succeeds.
   *
   * @throws IOException if it never does: then nobody knows the state of its rows
   */
  private void send(String what, Request request) throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        request.send();
        return;
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) { // IOException, but that a Callable may throw any
        context.tally().addFailure(Tally.Event.WRITE_FAILED, what, e);
        if (attempt == MAX_ATTEMPTS) {
          throw new IOException(what + " failed " + attempt + " times", e);
        }
        Thread.sleep(RETRY_PAUSE.toMillis());
      }
    }
  }
}
