// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.testing.index.CheckedIndex;
import io.lighter.testing.index.IndexHistory;
import io.lighter.testing.index.KeySpan;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;

/** Looks rows up by one key or a range of keys, and judges each answer by the history. */
final class IndexReader implements Callable<Void> {
  private static final int MAX_LIMIT = 20;

  /** Share of the removal delay in which an entry is certainly not removed. */
  private static final double SAFE_SHARE = 0.8;

  private final CheckContext context;
  private final IndexHistory history;
  private final List<IndexLookups> clients;
  private final Duration removalDelay;
  private final RandomGenerator random;

  /**
   * Creates a reader.
   *
   * @param clients clients, one of which is drawn for each lookup
   * @param removalDelay the region servers' {@code lighter.index.removal.delay}
   */
  IndexReader(
      CheckContext context,
      IndexHistory history,
      List<IndexLookups> clients,
      Duration removalDelay,
      RandomGenerator random) {
    this.context = context;
    this.history = history;
    this.clients = List.copyOf(clients);
    this.removalDelay = removalDelay;
    this.random = random;
  }

  @Override
  public Void call() throws IOException, InterruptedException {
    while (!context.stop().isGiven()) {
      context.requests().whole(this::look);
      context.pause(random, context.settings().load().readerPause());
    }
    return null;
  }

  private void look() {
    CheckedIndex index = CheckedIndex.any(random);
    String key = IndexChanges.keyOf(index, random);
    KeySpan span =
        random.nextInt(3) > 0
            ? index.exact(key)
            : index.between(key, IndexChanges.keyOf(index, random));
    int limit = random.nextInt(5) > 0 ? IndexLookups.NO_LIMIT : random.nextInt(1, MAX_LIMIT + 1);
    look(clients.get(random.nextInt(clients.size())), index, span, limit);
  }

  private void look(IndexLookups client, CheckedIndex index, KeySpan span, int limit) {
    String what = "lookup of %s in %s, %s".formatted(span, index.indexName(), limitText(limit));
    long start = context.model().now();
    List<byte[]> answer;
    try {
      answer = context.requests().timed(() -> client.find(index, span, limit));
    } catch (IOException e) {
      context.readFailed(what, e);
      return;
    }
    Read read = new Read(what, start, context.model().now());
    context.tally().add(client.event());
    Set<Integer> shown = shown(answer, read);
    boolean sawNoRemoval = read.end() - start < SAFE_SHARE * removalDelay.toNanos();
    judge(
        new IndexHistory.Lookup(
            index, span, start, read.end(), shown, answer.size() < limit, sawNoRemoval),
        read);
  }

  private static String limitText(int limit) {
    return limit == IndexLookups.NO_LIMIT ? "no limit" : "limit " + limit;
  }

  /** The numbers of the rows with one writer. */
  private Set<Integer> shown(List<byte[]> answer, Read read) {
    Set<String> all = new HashSet<>();
    Set<Integer> shown = new HashSet<>();
    for (byte[] row : answer) {
      if (!all.add(Keys.toString(row))) {
        report(Problem.Kind.ORDER, row, "the row twice", "each row once", read);
      }
      if (!ContendedRows.isContended(row)) {
        shown.add(Keys.row(row));
      }
    }
    return shown;
  }

  private void judge(IndexHistory.Lookup lookup, Read read) {
    IndexHistory.Verdict verdict = history.judge(lookup);
    context.tally().add(Tally.Event.JUDGED, verdict.judged());
    for (int row : verdict.missing()) {
      report(Problem.Kind.MISSING, Keys.ofRow(row), "nothing", history.describe(row, lookup), read);
    }
    for (int row : verdict.foreign()) {
      report(Problem.Kind.FOREIGN, Keys.ofRow(row), "the row", history.describe(row, lookup), read);
    }
  }

  private void report(Problem.Kind kind, byte[] row, String seen, String allowed, Read read) {
    IndexProblems.report(context, new Problem(kind, allowed), row, seen, read);
  }
}
