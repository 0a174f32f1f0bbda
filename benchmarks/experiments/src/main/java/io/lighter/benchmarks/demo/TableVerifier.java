// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Compares all cells and versions of two tables by a raw scan, which includes deletes and deleted
 * cells, and by an ordinary one.
 */
final class TableVerifier {
  private static final int EXAMPLES = 10;

  private final Connection connection;
  private final TableName expected;
  private final TableName actual;
  private final Progress progress;

  TableVerifier(Connection connection, TableName expected, TableName actual, Progress progress) {
    this.connection = connection;
    this.expected = expected;
    this.actual = actual;
    this.progress = progress;
  }

  /**
   * The result.
   *
   * @param cells compared cells of both scans
   * @param mismatches number of mismatches
   * @param examples descriptions of the first few mismatches
   */
  record Verdict(long cells, long mismatches, List<String> examples) {

    /** Reasons why the tables may differ, one sentence each; empty if they are equal. */
    List<String> failures() {
      List<String> failures = new ArrayList<>();
      if (mismatches > 0) {
        failures.add(mismatches + " cells differ: " + String.join("; ", examples));
      }
      if (cells == 0) {
        failures.add("there was no cell to verify");
      }
      return failures;
    }
  }

  /**
   * Compares the tables.
   *
   * @param splitKeys boundaries of parts for parallel comparison
   */
  Verdict verify(byte[][] splitKeys) throws IOException {
    List<byte[]> boundaries = new ArrayList<>(List.of(HConstants.EMPTY_START_ROW));
    boundaries.addAll(Arrays.asList(splitKeys));
    boundaries.add(HConstants.EMPTY_END_ROW);
    AtomicInteger partsDone = new AtomicInteger();
    List<Callable<Verdict>> tasks = new ArrayList<>();
    for (int i = 0; i + 1 < boundaries.size(); i++) {
      Scan range =
          new Scan()
              .withStartRow(boundaries.get(i))
              .withStopRow(boundaries.get(i + 1))
              .readAllVersions()
              .setCacheBlocks(false);
      tasks.add(
          () -> {
            Verdict verdict = verify(range);
            progress.update((double) partsDone.incrementAndGet() / (splitKeys.length + 1));
            return verdict;
          });
    }
    return sum(Parallel.run(tasks));
  }

  private Verdict verify(Scan range) throws IOException {
    Queue<String> examples = new ConcurrentLinkedQueue<>();
    CellComparison comparison =
        new CellComparison(
            mismatch -> {
              if (examples.size() < EXAMPLES) {
                examples.add(mismatch);
              }
            });
    for (boolean raw : new boolean[] {true, false}) {
      Scan scan = new Scan(range).setRaw(raw);
      try (Table left = connection.getTable(expected);
          Table right = connection.getTable(actual);
          ResultScanner leftCells = left.getScanner(scan);
          ResultScanner rightCells = right.getScanner(new Scan(scan))) {
        comparison.compare(cells(leftCells), cells(rightCells));
      }
    }
    return new Verdict(comparison.verified(), comparison.mismatches(), List.copyOf(examples));
  }

  private static Iterator<Cell> cells(ResultScanner scanner) {
    return StreamSupport.stream(scanner.spliterator(), false)
        .flatMap(result -> Arrays.stream(result.rawCells()))
        .iterator();
  }

  private static Verdict sum(List<Verdict> parts) {
    return new Verdict(
        parts.stream().mapToLong(Verdict::cells).sum(),
        parts.stream().mapToLong(Verdict::mismatches).sum(),
        parts.stream().flatMap(part -> part.examples().stream()).limit(EXAMPLES).toList());
  }
}
