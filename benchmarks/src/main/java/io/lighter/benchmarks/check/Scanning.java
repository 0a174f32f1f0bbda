package io.lighter.benchmarks.check;

import java.io.IOException;
import java.time.Duration;
import java.util.BitSet;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;

/**
 * One scan in progress: checks each result, their order, and that what was not returned may be
 * absent. Used by one thread.
 */
final class Scanning {
  private static final int NONE = -1;

  /** For as long as it lasts, HBase keeps the files that it began with, and takes away no other. */
  private static final Duration LONGEST = Duration.ofSeconds(20);

  /** Of HBase; they differ in what they promise, see {@link Disturbances}. */
  enum Client {
    BLOCKING,
    NON_BLOCKING
  }

  private final ScanPlan plan;
  private final CheckContext context;

  /** Begins with the request for the scanner, or where the caller says. */
  private final Read read;

  /** Positions of the keys that were returned. */
  private final BitSet returned = new BitSet();

  private int lastPosition = NONE;

  Scanning(ScanPlan plan, CheckContext context, Read read) {
    this.plan = plan;
    this.context = context;
    this.read = read;
  }

  /**
   * Reads to the end or the limit, or for a while: a busy machine takes a minute for a scan that
   * fetches each row of the table by itself.
   *
   * @param end when a result counts as read; {@link Model#now} for one that is read now
   */
  void run(ResultScanner scanner, LongSupplier end) throws IOException, InterruptedException {
    boolean exhausted = false;
    long start = System.nanoTime();
    while (returned.cardinality() < plan.limit()
        && (plan.mayLast() || System.nanoTime() - start < LONGEST.toNanos())) {
      Result result = scanner.next();
      if (context.disturbances().spoil(plan.scan(), plan.client(), read.start())) {
        context.tally().add(Tally.Event.SCAN_CUT_SHORT);
        break;
      }
      if (result == null) {
        exhausted = true;
        break;
      }
      check(result, read.endingAt(end.getAsLong()));
      if (!plan.pause().isZero() && context.stop().await(plan.pause())) {
        break;
      }
    }
    checkAbsent(exhausted, read.endingAt(end.getAsLong()));
  }

  private void check(Result result, Read part) {
    int position = position(result.getRow());
    if (!isInOrder(position)) {
      context
          .model()
          .report(
              new Problem(Problem.Kind.ORDER, "keys in order"),
              result.getRow(),
              "after position " + lastPosition,
              part);
    }
    lastPosition = position;
    returned.set(position);
    context
        .results()
        .check(result, plan.question().families(), plan.question().depth(), plan.promise(), part);
  }

  private boolean isInOrder(int position) {
    if (position < plan.first() || position > plan.last()) {
      return false;
    }
    if (lastPosition == NONE) {
      return true;
    }
    if (position == lastPosition) {
      return plan.promise() == ResultChecker.Promise.PARTS;
    }
    return plan.scan().isReversed() == (position < lastPosition);
  }

  private void checkAbsent(boolean exhausted, Read whole) {
    if (!exhausted && lastPosition == NONE) {
      return;
    }
    boolean reversed = plan.scan().isReversed();
    int first = exhausted || !reversed ? plan.first() : lastPosition;
    int last = exhausted || reversed ? plan.last() : lastPosition;
    for (int position = returned.nextClearBit(first);
        position <= last;
        position = returned.nextClearBit(position + 1)) {
      int row = position / 2;
      if (position % 2 == 0) {
        context
            .results()
            .checkAbsent(
                row, plan.question().families(), plan.question().depth(), plan.promise(), whole);
      } else if (Keys.hasCounter(row)) {
        context
            .results()
            .checkCounterAbsent(row, plan.question().families(), plan.promise(), whole);
      } else if (Keys.hasRegister(row)) {
        context
            .results()
            .checkRegisterAbsent(row, plan.question().families(), plan.promise(), whole);
      }
    }
  }

  private static int position(byte[] key) {
    return 2 * Keys.row(key) + (Keys.isBehindRow(key) ? 1 : 0);
  }
}
