// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;

/**
 * One scan in progress. Checks each result, the order of results, and that missing results may be
 * absent. Confined to one thread.
 */
final class Scanning {
  private static final int NONE = -1;

  /** Longest duration, because HBase keeps the scan's files and archives no other meanwhile. */
  private static final Duration LONGEST = Duration.ofSeconds(20);

  /** Largest number of early results at a border: one per file, or parts of these. */
  private static final int MOST_EARLY = 12;

  /** HBase's clients, which differ in their promises, see {@link Disturbances}. */
  enum Client {
    BLOCKING,
    NON_BLOCKING
  }

  private final ScanPlan plan;
  private final CheckContext context;

  /** Starts with the request for the scanner, or at a time that the caller sets. */
  private final Read read;

  /** Positions of the returned keys. */
  private final BitSet returned = new BitSet();

  private int lastPosition = NONE;

  /**
   * Unchecked results after a border that the scan has just crossed. They are valid unless the scan
   * goes back, see {@link Disturbances}.
   */
  private final List<Held> held = new ArrayList<>();

  /** Borders at which the scan went back; allowed once at each. */
  private final BitSet wentBack = new BitSet();

  private record Held(Result result, int position, Read part) {}

  Scanning(ScanPlan plan, CheckContext context, Read read) {
    this.plan = plan;
    this.context = context;
    this.read = read;
  }

  /**
   * Reads to the end, the limit or the longest duration: a scan that fetches rows one by one takes
   * a minute on a busy machine.
   *
   * @param end time at which a result counts as read; {@link Model#now} for the current time
   */
  void run(ResultScanner scanner, LongSupplier end) throws IOException, InterruptedException {
    boolean exhausted = false;
    long start = System.nanoTime();
    while (returned.cardinality() + held.size() < plan.limit()
        && (plan.mayLast() || System.nanoTime() - start < LONGEST.toNanos())) {
      Result result = scanner.next();
      if (context.disturbances().invalidates(plan.scan(), plan.client(), read.start())) {
        context.tally().add(Tally.Event.SCAN_CUT_SHORT);
        break;
      }
      if (result == null) {
        exhausted = true;
        break;
      }
      accept(result, read.endingAt(end.getAsLong()));
      if (!plan.pause().isZero() && context.stop().await(plan.pause())) {
        break;
      }
    }
    if (exhausted) {
      checkHeld();
    } else {
      context.tally().add(Tally.Event.MAYBE_EARLY, held.size());
      held.clear();
    }
    checkAbsent(exhausted, read.endingAt(end.getAsLong()));
  }

  /** Checks a result, or holds it until its order is confirmed. */
  private void accept(Result result, Read part) {
    int position = Keys.position(result.getRow());
    if (!held.isEmpty() && !isInOrder(position, held.get(held.size() - 1).position())) {
      dropEarly(position);
      checkHeld();
    } else if (held.size() == MOST_EARLY) {
      checkHeld();
    }
    if (!held.isEmpty() || crosses(position)) {
      held.add(new Held(result, position, part));
    } else {
      check(result, position, part);
    }
  }

  /**
   * Drops held results after the scan went back to {@code position}, out of a region that showed
   * results beyond its end.
   */
  private void dropEarly(int position) {
    OptionalInt border = context.disturbances().borders().lastBetween(start(), position);
    if (border.isEmpty() || wentBack.get(border.getAsInt())) {
      return;
    }
    List<Held> early = held.stream().filter(each -> each.position() >= border.getAsInt()).toList();
    if (early.stream().allMatch(each -> each.position() >= position)) {
      held.removeAll(early);
      context.tally().add(Tally.Event.SHOWN_EARLY, early.size());
      wentBack.set(border.getAsInt());
    }
  }

  /** Whether a border lies before an in-order result. */
  private boolean crosses(int position) {
    return !plan.scan().isReversed()
        && isInOrder(position, lastPosition)
        && context.disturbances().borders().lastBetween(start(), position).isPresent();
  }

  /** Position that the scan has reached, without held results. */
  private int start() {
    return lastPosition == NONE ? plan.first() : lastPosition;
  }

  private void checkHeld() {
    held.forEach(each -> check(each.result(), each.position(), each.part()));
    held.clear();
  }

  private void check(Result result, int position, Read part) {
    if (!isInOrder(position, lastPosition)) {
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

  private boolean isInOrder(int position, int previous) {
    if (position < plan.first() || position > plan.last()) {
      return false;
    }
    if (previous == NONE) {
      return true;
    }
    if (position == previous) {
      return plan.promise() == ResultChecker.Promise.PARTS;
    }
    return plan.scan().isReversed() == (position < previous);
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
}
