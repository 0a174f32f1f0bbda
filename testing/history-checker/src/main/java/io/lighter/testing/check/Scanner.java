// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;

/** Scans with all of HBase's options. */
final class Scanner implements Callable<Void> {
  private final CheckContext context;
  private final RandomGenerator random;

  Scanner(CheckContext context, RandomGenerator random) {
    this.context = context;
    this.random = random;
  }

  @Override
  public Void call() throws IOException, InterruptedException {
    try (Table table = context.connection().getTable(context.table())) {
      while (!context.stop().isGiven()) {
        context.requests().whole(() -> scan(table));
        context.pause(random, context.settings().load().readerPause());
      }
    }
    return null;
  }

  private void scan(Table table) throws InterruptedException {
    ScanPlan plan = ScanPlan.random(random, context.model().rowCount());
    long start = context.model().now();
    Scanning scanning = new Scanning(plan, context, new Read(plan.describe(), start, start));
    try (ResultScanner scanner = context.open(plan, table)) {
      scanning.run(scanner, context.model()::now);
      context.tally().add(Tally.Event.SCAN);
    } catch (IOException e) {
      context.readFailed(plan.describe(), e);
    }
  }
}
