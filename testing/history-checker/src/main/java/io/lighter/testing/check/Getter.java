// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/** Gets rows, counters and registers, one or several at a time, some from a secondary replica. */
final class Getter implements Callable<Void> {
  private static final int MAX_GETS = 10;
  private static final double COUNTER_SHARE = 0.15;
  private static final double REGISTER_SHARE = 0.1;

  private final CheckContext context;
  private final RandomGenerator random;
  private final ReplicaReads replicas;

  Getter(CheckContext context, RandomGenerator random) {
    this.context = context;
    this.random = random;
    this.replicas = new ReplicaReads(context);
  }

  /**
   * Families and versions of a read.
   *
   * @param families one or both
   * @param depth versions of each column
   */
  record Question(List<String> families, int depth) {
    static Question random(RandomGenerator random) {
      int family = random.nextInt(6);
      List<String> families =
          family < Cells.FAMILIES.size() ? List.of(Cells.FAMILIES.get(family)) : Cells.FAMILIES;
      return new Question(families, random.nextInt(4) == 0 ? RowState.MAX_VERSIONS : 1);
    }
  }

  @Override
  public Void call() throws IOException, InterruptedException {
    try (Table table = context.connection().getTable(context.table())) {
      while (!context.stop().isGiven()) {
        context.requests().whole(() -> read(table));
        context.pause(random, context.settings().load().readerPause());
      }
    }
    return null;
  }

  private void read(Table table) throws IOException {
    if (context.settings().shape().hasReplicas() && random.nextInt(3) == 0) {
      replicas.get(table, random, anyKey());
    } else {
      get(table);
    }
  }

  private void get(Table table) throws IOException {
    Question question = Question.random(random);
    int count = random.nextBoolean() ? 1 : random.nextInt(2, MAX_GETS + 1);
    List<Get> gets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      gets.add(get(anyKey(), question));
    }
    String what =
        "get of %d, families %s, %d versions"
            .formatted(count, question.families(), question.depth());
    long start = context.model().now();
    Result[] results;
    try {
      results =
          context
              .requests()
              .timed(() -> count == 1 ? new Result[] {table.get(gets.get(0))} : table.get(gets));
    } catch (IOException e) {
      context.readFailed(what, e);
      return;
    }
    Read read = new Read(what, start, context.model().now());
    context.tally().add(Tally.Event.GET);
    for (int i = 0; i < count; i++) {
      check(gets.get(i).getRow(), results[i], question, read);
    }
  }

  private void check(byte[] key, Result result, Question question, Read read) {
    ResultChecker.Promise promise = ResultChecker.Promise.WHOLE_ROW;
    if (!result.isEmpty()) {
      context.results().check(result, question.families(), question.depth(), promise, read);
    } else if (Keys.isCounter(key)) {
      context.results().checkCounterAbsent(Keys.row(key), question.families(), promise, read);
    } else if (Keys.isRegister(key)) {
      context.results().checkRegisterAbsent(Keys.row(key), question.families(), promise, read);
    } else {
      context
          .results()
          .checkAbsent(Keys.row(key), question.families(), question.depth(), promise, read);
    }
  }

  private byte[] anyKey() {
    int row = random.nextInt(context.model().rowCount());
    double dice = random.nextDouble();
    if (dice < COUNTER_SHARE) {
      return Keys.ofCounter(row - row % Keys.ROWS_PER_COUNTER);
    }
    return dice < COUNTER_SHARE + REGISTER_SHARE
        ? Keys.ofRegister(context.model().anyRegister(random))
        : Keys.ofRow(row);
  }

  static Get get(byte[] key, Question question) throws IOException {
    Get get = new Get(key).readVersions(question.depth());
    question.families().forEach(family -> get.addFamily(Cells.family(family)));
    return get;
  }
}
