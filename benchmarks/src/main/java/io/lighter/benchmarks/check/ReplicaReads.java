package io.lighter.benchmarks.check;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/**
 * Gets of a region's secondary replica. Each family shows the row as it was at some instant, which
 * lies behind the last flush that the replica can have missed, see {@link FlushFloors}; the
 * families of a row may show different instants, since their files are listed one after the other.
 * Used by one thread.
 */
final class ReplicaReads {
  private static final int SECONDARY = 1;

  private static final ResultChecker.Promise PROMISE = ResultChecker.Promise.WHOLE_FAMILIES;

  /** For a replica that is opened anew, or not open yet, to answer. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final CheckContext context;

  ReplicaReads(CheckContext context) {
    this.context = context;
  }

  /** Gets one row, counter or register. A replica that does not answer is counted, no more. */
  void get(Table table, RandomGenerator random, byte[] key) {
    Getter.Question question = Getter.Question.random(random);
    long start = context.model().now();
    // A server that has died, or that was away, keeps its replicas from looking at the files.
    long floor =
        context.floors().before(start).stream()
            .filter(time -> !context.disturbances().serverDeaths().anySince(time))
            .findFirst()
            .orElse(Long.MIN_VALUE);
    try {
      check(table, key, question, floor);
      context.tally().add(Tally.Event.REPLICA_GET);
    } catch (IOException e) {
      context.tally().add(Tally.Event.REPLICA_GET_FAILED);
    }
  }

  /**
   * Once all is flushed and nobody writes: every row of the secondary replicas is what its last
   * change left, after the time that a replica has to look at the files.
   */
  void compareAll(Table table) throws IOException, InterruptedException {
    Thread.sleep(FlushFloors.GRACE.toMillis()); // what is checked is what this time promises
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Getter.Question question = new Getter.Question(Cells.FAMILIES, RowState.MAX_VERSIONS);
    for (int row = 0; row < context.model().rowCount(); row++) {
      boolean isAnswered = false;
      while (!isAnswered) {
        try {
          check(table, Keys.ofRow(row), question, context.model().now());
          context.tally().add(Tally.Event.REPLICA_GET);
          isAnswered = true;
        } catch (IOException e) {
          context.tally().add(Tally.Event.REPLICA_GET_FAILED);
          if (System.nanoTime() - deadline > 0) {
            throw new IOException("secondary replicas do not answer", e);
          }
          context.forgetLocations();
        }
      }
    }
  }

  /**
   * Gets a row, and checks it.
   *
   * @param floor until when all that was acknowledged must be there
   */
  private void check(Table table, byte[] key, Getter.Question question, long floor)
      throws IOException {
    Get get = Getter.get(key, question);
    get.setConsistency(Consistency.TIMELINE).setReplicaId(SECONDARY);
    Result result = table.get(get);
    Read read = new Read("get of a secondary replica", floor, context.model().now());
    List<String> families = question.families();
    if (!result.isEmpty()) {
      context.results().check(result, families, question.depth(), PROMISE, read);
    } else if (Keys.isCounter(key)) {
      context.results().checkCounterAbsent(Keys.row(key), families, PROMISE, read);
    } else if (Keys.isRegister(key)) {
      context.results().checkRegisterAbsent(Keys.row(key), families, PROMISE, read);
    } else {
      context.results().checkAbsent(Keys.row(key), families, question.depth(), PROMISE, read);
    }
  }
}
