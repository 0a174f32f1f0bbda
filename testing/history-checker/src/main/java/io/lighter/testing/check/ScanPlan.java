// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.client.Scan;

/**
 * A scan and the keys that it covers.
 *
 * <p>Keys have positions: row n has 2n, its counter or register 2n + 1.
 *
 * @param first lowest position covered
 * @param last highest position covered
 * @param limit rows after which the reader stops
 * @param pause of the reader between two results
 * @param client client of the scan
 */
record ScanPlan(
    Scan scan,
    Getter.Question question,
    ResultChecker.Promise promise,
    int first,
    int last,
    int limit,
    Duration pause,
    Scanning.Client client) {
  private static final int SMALL_RESULT = 400;
  private static final int USUAL_ROWS = 60;
  private static final Duration SLOW = Duration.ofMillis(20);

  /** Limit on a scan's total pauses, because HBase keeps the scan's files until its end. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** Whether the scan must be read to its end, however long that takes. */
  boolean mayLast() {
    return limit == Integer.MAX_VALUE;
  }

  /** All rows, forwards. */
  static ScanPlan everything(Scan scan, int depth, ResultChecker.Promise promise, int rows) {
    return new ScanPlan(
        scan.readVersions(depth),
        new Getter.Question(Cells.FAMILIES, depth),
        promise,
        0,
        2 * rows - 1,
        Integer.MAX_VALUE,
        Duration.ZERO,
        Scanning.Client.NON_BLOCKING);
  }

  /** A random scan of a table. */
  static ScanPlan random(RandomGenerator random, int rows) {
    Getter.Question question = Getter.Question.random(random);
    boolean reversed = random.nextInt(3) == 0;
    Scan scan = new Scan().setReversed(reversed).readVersions(question.depth());
    question.families().forEach(family -> scan.addFamily(Cells.family(family)));
    scan.setReadType(any(random, Scan.ReadType.values()));
    scan.setCaching(any(random, 1, 2, 5, 20, 100));
    ResultChecker.Promise promise = ResultChecker.Promise.WHOLE_ROW;
    switch (random.nextInt(8)) {
      case 0 -> {
        scan.setBatch(random.nextInt(1, 4));
        promise = ResultChecker.Promise.PARTS;
      }
      case 1 -> {
        scan.setAllowPartialResults(true).setMaxResultSize(SMALL_RESULT);
        promise = ResultChecker.Promise.PARTS;
      }
      case 2 -> scan.setMaxResultSize(SMALL_RESULT);
      default -> {}
    }
    boolean parts = promise == ResultChecker.Promise.PARTS;
    // Versions of a column in parts would be compared one by one.
    Getter.Question asked = parts ? new Getter.Question(question.families(), 1) : question;
    scan.readVersions(asked.depth());
    int limit = limit(random, rows);
    boolean limited = !parts && limit < rows && random.nextBoolean();
    int[] range = reversed ? reversedRange(random, scan, rows) : range(random, scan, rows);
    Duration pause = random.nextInt(10) == 0 ? pause(Math.min(limit, rows)) : Duration.ZERO;
    Scanning.Client client = any(random, Scanning.Client.values());
    if (limited && honoursLimit(client)) {
      scan.setLimit(limit);
    }
    return new ScanPlan(scan, asked, promise, range[0], range[1], limit, pause, client);
  }

  /**
   * Whether a client respects limits; the non-blocking one may not. The problem occurs if the
   * limit's last row is the last of its region and its last part is empty because of deletes.
   * {@code RSRpcServices} then does not report that the limit is reached, and {@code
   * AsyncScanSingleRegionRpcRetryingCaller} of HBase 2.6.4 continues with a limit of 0, which means
   * none. With Java assertions, that scan fails or hangs.
   */
  private static boolean honoursLimit(Scanning.Client client) {
    return client == Scanning.Client.BLOCKING;
  }

  private static Duration pause(int rows) {
    Duration longest = LONGEST.dividedBy(rows);
    return longest.compareTo(SLOW) < 0 ? longest : SLOW;
  }

  private static int limit(RandomGenerator random, int rows) {
    return switch (random.nextInt(20)) {
      case 0 -> 2 * rows;
      case 1 -> 1;
      default -> random.nextInt(1, USUAL_ROWS);
    };
  }

  private static int[] range(RandomGenerator random, Scan scan, int rows) {
    int first = 0;
    int last = 2 * rows - 1;
    int from = random.nextInt(rows);
    if (random.nextInt(5) > 0) {
      boolean inclusive = random.nextBoolean();
      scan.withStartRow(Keys.ofRow(from), inclusive);
      first = 2 * from + (inclusive ? 0 : 1);
    } else {
      from = 0;
    }
    if (random.nextInt(3) == 0) {
      int to = Math.min(rows - 1, from + 1 + random.nextInt(USUAL_ROWS));
      boolean inclusive = random.nextBoolean();
      scan.withStopRow(Keys.ofRow(to), inclusive);
      last = 2 * to - (inclusive ? 0 : 1);
    }
    return new int[] {first, last};
  }

  private static int[] reversedRange(RandomGenerator random, Scan scan, int rows) {
    int first = 0;
    int last = 2 * rows - 1;
    int from = random.nextInt(rows);
    if (random.nextInt(5) > 0) {
      boolean inclusive = random.nextBoolean();
      scan.withStartRow(Keys.ofRow(from), inclusive);
      last = 2 * from - (inclusive ? 0 : 1);
    } else {
      from = rows - 1;
    }
    if (random.nextInt(3) == 0) {
      int to = Math.max(0, from - 1 - random.nextInt(USUAL_ROWS));
      boolean inclusive = random.nextBoolean();
      scan.withStopRow(Keys.ofRow(to), inclusive);
      first = 2 * to + (inclusive ? 0 : 1);
    }
    return new int[] {first, last};
  }

  @SafeVarargs
  private static <T> T any(RandomGenerator random, T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  String describe() {
    return "scan%s of %s..%s, %s, families %s, %d versions, caching %d, batch %d, limit %d, %s, %s"
        .formatted(
            scan.isReversed() ? " reversed" : "",
            Keys.toString(scan.getStartRow()),
            Keys.toString(scan.getStopRow()),
            promise,
            question.families(),
            question.depth(),
            scan.getCaching(),
            scan.getBatch(),
            limit,
            scan.getReadType(),
            client);
  }
}
