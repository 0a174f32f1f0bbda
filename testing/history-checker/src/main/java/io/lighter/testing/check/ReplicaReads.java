// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/**
 * Gets from a region's secondary replica. Each family shows the row as it was at some instant after
 * the last flush that the replica can have missed, see {@link FlushFloors}. The families of a row
 * may show different instants, since the replica lists their files one after the other. Used by one
 * thread.
 */
final class ReplicaReads {
  private static final int SECONDARY = 1;

  private static final ResultChecker.Promise PROMISE = ResultChecker.Promise.WHOLE_FAMILIES;

  /** Time for a replica that is being opened to answer. */
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final CheckContext context;

  ReplicaReads(CheckContext context) {
    this.context = context;
  }

  /** Gets one row, counter or register. A replica that does not answer is only counted. */
  void get(Table table, RandomGenerator random, byte[] key) {
    Getter.Question question = Getter.Question.random(random);
    long start = context.model().now();
    // Replicas do not list files while a region server is dead or stopped.
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
   * Checks, after the writers have ended and everything is flushed, that every row of the secondary
   * replicas has the state of its last change. Waits first until replicas must have listed the
   * files.
   */
  void compareAll(Table table) throws IOException, InterruptedException {
    Thread.sleep(FlushFloors.GRACE.toMillis()); // the promise allows replicas this time
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
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
   * Gets a row and checks the result.
   *
   * @param floor time up to which every acknowledged write must be there
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
