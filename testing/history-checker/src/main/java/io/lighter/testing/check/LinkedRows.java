// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Rows of a separate table that are written once, each with a link to the previous one, as in
 * HBase's {@code IntegrationTestBigLinkedList}. The other rows of a check are rewritten often, so
 * the loss of an old cell might go unnoticed; linked rows reveal a loss even hours later.
 *
 * <p>The key of node n is a pseudo-random number, so that list neighbours are far apart in the
 * table. Confined to one thread.
 */
final class LinkedRows implements Callable<Void> {
  /** Qualifier of the node's number. */
  private static final byte[] NUMBER = {'n'};

  /** Qualifier of the previous node's key; the first node has none. */
  private static final byte[] PREVIOUS = {'p'};

  /** The only family. */
  static final byte[] FAMILY = Cells.family(Cells.FAMILIES.get(0));

  /** Split keys of the two regions. */
  static final byte[][] SPLIT_KEYS = {{'l', '8'}};

  private static final int BATCH = 4;
  private static final int STEPS = 20;

  private final CheckContext context;
  private final RandomGenerator random;
  private final long seed;

  // Both fields belong to the thread; another one reads them after its end.

  /** Number of the last acknowledged node. */
  private int written;

  /** Time of each batch's acknowledgement. */
  private final List<Long> acknowledged = new ArrayList<>();

  LinkedRows(CheckContext context, RandomGenerator random) {
    this.context = context;
    this.random = random;
    this.seed = random.nextLong();
  }

  /** The table of the linked rows beside a checked one. */
  static TableName tableOf(TableName checked) {
    return TableName.valueOf(checked.getNameAsString() + "_links");
  }

  @Override
  public Void call() throws IOException, InterruptedException {
    Duration pause = context.settings().load().linkPause();
    try (Table table = open()) {
      while (!context.stop().isGiven()) {
        context.requests().whole(() -> append(table));
        context.requests().whole(() -> walk(table));
        context.pause(random, pause);
      }
    }
    return null;
  }

  /** Checks, after the last write, that each node exists and nothing else. */
  void checkAll() throws IOException {
    BitSet seen = new BitSet();
    long start = context.model().now();
    try (Table table = open();
        ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result result = scanner.next(); result != null; result = scanner.next()) {
        Read read = new Read("final scan of linked rows", start, context.model().now());
        int node = number(result);
        if (node < 1 || node > written) {
          report(result.getRow(), "a row that nobody wrote", "nodes 1 to " + written, read);
          continue;
        }
        seen.set(node);
        check(node, result, read);
      }
    }
    Read read = new Read("final scan of linked rows", start, context.model().now());
    for (int node = seen.nextClearBit(1); node <= written; node = seen.nextClearBit(node + 1)) {
      report(key(node), "nothing", "node " + node, read);
    }
  }

  private Table open() throws IOException {
    return context.connection().getTable(tableOf(context.table()));
  }

  private void append(Table table) throws IOException, InterruptedException {
    List<Put> puts = new ArrayList<>();
    for (int node = written + 1; node <= written + BATCH; node++) {
      Put put = new Put(key(node)).addColumn(FAMILY, NUMBER, Bytes.toBytes(node));
      if (node > 1) {
        put.addColumn(FAMILY, PREVIOUS, key(node - 1));
      }
      puts.add(put);
    }
    context.send("linked rows", () -> table.put(puts));
    written += BATCH;
    acknowledged.add(context.model().now());
    context.tally().add(Tally.Event.LINK, BATCH);
  }

  /** Follows the links from a random node some steps towards the first. */
  private void walk(Table table) throws IOException {
    int node = random.nextInt(1, written + 1);
    byte[] key = key(node);
    for (int step = 0; step < STEPS && node >= 1 && !context.stop().isGiven(); step++) {
      long start = context.model().now();
      Result result;
      try {
        result = table.get(new Get(key));
      } catch (IOException e) {
        context.readFailed("get of a linked row", e);
        return;
      }
      Read read = new Read("get of a linked row", start, context.model().now());
      context.tally().add(Tally.Event.LINK_READ);
      if (isFromBefore(node, result, read) || !check(node, result, read)) {
        return;
      }
      key = result.getValue(FAMILY, PREVIOUS);
      node--;
    }
  }

  /** Whether a returned server lacks the row because its absence began before the write. */
  private boolean isFromBefore(int node, Result result, Read read) {
    OptionalLong away = context.disturbances().returns().awaySince(read.start(), read.end());
    boolean isFromBefore =
        result.isEmpty()
            && away.isPresent()
            && acknowledged.get((node - 1) / BATCH) >= away.getAsLong();
    if (isFromBefore) {
      context.tally().add(Tally.Event.SHOWN_BY_RETURNING_SERVER);
    }
    return isFromBefore;
  }

  /** Whether a row has its written content. */
  private boolean check(int node, Result result, Read read) {
    byte[] previous = result.getValue(FAMILY, PREVIOUS);
    boolean isRight =
        number(result) == node
            && (node == 1 ? previous == null : Bytes.equals(previous, key(node - 1)));
    if (!isRight) {
      report(key(node), result.toString(), "node " + node, read);
    }
    return isRight;
  }

  private void report(byte[] key, String seen, String allowed, Read read) {
    context.model().report(new Problem(Problem.Kind.LINK, allowed), key, seen, read);
  }

  /** Number of the node; 0 if the row has none. */
  private static int number(Result result) {
    byte[] number = result.getValue(FAMILY, NUMBER);
    return number == null || number.length != Integer.BYTES ? 0 : Bytes.toInt(number);
  }

  private byte[] key(int node) {
    return "l%016x".formatted(Cells.mix(seed + node)).getBytes(StandardCharsets.US_ASCII);
  }
}
