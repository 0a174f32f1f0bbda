// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.lighter.client.commit.CommitOutcomeUnknownException;
import io.lighter.client.commit.CommitRefusedException;
import io.lighter.client.commit.SnapshotGoneException;
import io.lighter.client.commit.TransactionConflictException;
import io.lighter.regionserver.commit.CommitFixture.Transaction;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Commits on a region of HBase's, without calls. */
class RegionCommitTest {
  private static final long WAIT_MS = 120_000;
  private static final int THREADS = 8;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private CommitFixture region;

  @BeforeEach
  void open(TestInfo test) throws IOException {
    region = new CommitFixture(util, test.getTestMethod().orElseThrow().getName());
  }

  @AfterEach
  void close() throws IOException {
    threads.shutdownNow();
    region.close();
    util.cleanupTestDir();
  }

  @Test
  void commitWritesAllItsRowsInOneEntryOfTheLog() throws IOException {
    Transaction transaction = region.begin();
    assertThat(transaction.read("a").isEmpty()).isTrue();
    transaction.write("a", "1").write("b", CommitFixture.OTHER_FAMILY, "2").commit();

    assertThat(region.value("a")).isEqualTo("1");
    assertThat(sequenceIds()).hasSize(2).containsOnly(sequenceIds().get(0));
    assertThat(region.log.syncs).hasValue(1);
    assertThat(region.metrics.committedCount()).isEqualTo(1);
    assertThat(region.count.get()).isZero();
  }

  @Test
  void asynchronousCommitDoesNotSync() throws IOException {
    region.begin().write("a", "1").commitAsync();

    assertThat(region.value("a")).isEqualTo("1");
    assertThat(region.log.syncs).hasValue(0);
  }

  @Test
  void changedRowRefusesTheCommitAndNothingIsWritten() throws IOException {
    region.put("a", "0");
    Transaction transaction = region.begin();
    transaction.read("a");
    region.put("a", "1");

    assertConflict(transaction.write("b", "2"), "a");
    assertThat(region.value("b")).isNull();
    assertThat(region.count.get()).isZero();
    assertThatExceptionOfType(SnapshotGoneException.class).isThrownBy(transaction::commit);
  }

  @Test
  void changeOfAnotherFamilyIsAChangeOfTheRow() throws IOException {
    Transaction transaction = region.begin();
    transaction.read("a");
    region.region.put(Transaction.put("a", CommitFixture.OTHER_FAMILY, "1"));

    assertConflict(transaction.write("b", "2"), "a");
  }

  @Test
  void rowThatOthersDidNotChangeIsNoConflict() throws IOException {
    Transaction transaction = region.begin();
    transaction.read("b");
    region.put("a", "1");
    region.put("b0", "1");

    transaction.write("b", "2").commit();

    assertThat(region.value("b")).isEqualTo("2");
  }

  /** What was not read may be overwritten: the order of both writes is that of the log. */
  @Test
  void blindWriteIsNoConflict() throws IOException {
    Transaction transaction = region.begin();
    region.put("a", "1");

    transaction.write("a", "2").commit();

    assertThat(region.value("a")).isEqualTo("2");
  }

  @Test
  void deletionIsAChange() throws IOException {
    region.put("a", "1");
    Transaction transaction = region.begin();
    transaction.read("a");
    region.region.delete(new Delete(Bytes.toBytes("a")));

    assertConflict(transaction.write("b", "2"), "a");
  }

  @Test
  void insertionOfARowThatWasNotThereIsAChange() throws IOException {
    Transaction transaction = region.begin();
    assertThat(transaction.read("a").isEmpty()).isTrue();
    region.put("a", "1");

    assertConflict(transaction.write("b", "2"), "a");
  }

  /** A value that is back to what it was is a change nevertheless, after a compaction, too. */
  @Test
  void changeIsSeenAfterAFlushAndAMajorCompaction() throws IOException {
    region.put("a", "1");
    region.region.flush(true);
    Transaction transaction = region.begin();
    transaction.read("a");
    region.put("a", "2");
    region.region.flush(true);
    region.region.delete(new Delete(Bytes.toBytes("a")));
    region.region.flush(true);
    region.region.compact(true);

    assertConflict(transaction.write("b", "2"), "a");
  }

  @Test
  void snapshotShowsItsStateAfterFlushesAndAMajorCompactionUntilItsAge() throws IOException {
    region.put("a", "1");
    region.region.flush(true);
    Transaction transaction = region.begin();
    for (int i = 2; i <= 5; i++) {
      region.put("a", Integer.toString(i));
      region.region.flush(true);
    }
    region.region.compact(true);

    assertThat(transaction.value("a")).isEqualTo("1");
    assertThat(region.value("a")).isEqualTo("5");

    region.clock.advance(CommitFixture.AGE);
    assertThatExceptionOfType(SnapshotGoneException.class).isThrownBy(() -> transaction.read("a"));
    region.pins.endOld();
    assertThat(region.region.getSmallestReadPoint()).isEqualTo(region.region.getReadPoint(null));
    region.region.flush(true);
    region.region.compact(true);
    assertThatExceptionOfType(SnapshotGoneException.class).isThrownBy(() -> transaction.read("a"));
    assertThatExceptionOfType(SnapshotGoneException.class)
        .isThrownBy(transaction.write("b", "2")::commit);
  }

  @Test
  void pinKeepsNoFileOpen() throws IOException {
    region.put("a", "1");
    region.region.flush(true);
    Transaction transaction = region.begin();

    assertThat(region.region.getStore(CommitFixture.FAMILY).getStorefiles())
        .singleElement()
        .matches(file -> !file.isReferencedInReads());
    assertThat(transaction.value("a")).isEqualTo("1");
  }

  @Test
  void insertionIntoARangeIsAPhantom() throws IOException {
    region.put("a1", "1");
    Transaction transaction = region.begin();
    assertThat(transaction.readRange("a", "b")).hasSize(1);
    region.put("a2", "1");

    assertConflict(transaction.write("c", "2"), "a2");
  }

  @Test
  void deletionFromARangeIsAChange() throws IOException {
    region.put("a1", "1");
    Transaction transaction = region.begin();
    assertThat(transaction.readRange("a", "b")).hasSize(1);
    region.region.delete(new Delete(Bytes.toBytes("a1")));

    assertConflict(transaction.write("c", "2"), "a1");
  }

  @Test
  void changesBesideARangeAreNone() throws IOException {
    Transaction transaction = region.begin();
    transaction.readRange("b", "c");
    region.put("a", "1");
    region.put("c", "1");

    transaction.write("b", "2").commit();

    assertThat(region.value("b")).isEqualTo("2");
  }

  @Test
  void rangeOfAThousandRowsIsCheckedAndALargerOneRefused() throws IOException {
    for (int i = 0; i < 1_000; i++) {
      region.put("a%04d".formatted(i), "1");
    }
    Transaction within = region.begin();
    within.readRange("a", "b");
    within.write("c", "2").commit();
    region.put("a1000", "1");
    Transaction beyond = region.begin();
    beyond.readRange("a", "b");

    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(beyond.write("d", "2")::commit)
        .withMessage(
            "rows of range from 'a' to 'b', deleted ones included = more than 1000: expected at"
                + " most 1000");
    assertThat(region.value("d")).isNull();
  }

  /** Two transactions read what the other one writes: one of both orders has to hold. */
  @Test
  void rowsThatWereReadAreLockedUntilTheWrite() throws Exception {
    region.put("a", "0");
    region.put("b", "0");
    Transaction first = region.begin();
    Transaction second = region.begin();
    first.read("a");
    second.read("b");
    first.write("b", "1");
    second.write("a", "2");

    Future<?> other = commitMeanwhile(second);
    first.commit();

    assertConflictOf(other);
    assertThat(region.value("a")).isEqualTo("0");
    assertThat(region.value("b")).isEqualTo("1");
  }

  @Test
  void commitsWithRangesAreMadeOneByOne() throws Exception {
    Transaction first = region.begin();
    Transaction second = region.begin();
    assertThat(first.readRange("a", "b")).isEmpty();
    assertThat(second.readRange("a", "b")).isEmpty();
    first.write("a1", "1");
    second.write("a2", "2");

    Future<?> other = commitMeanwhile(second);
    first.commit();

    assertConflictOf(other);
    assertThat(region.value("a2")).isNull();
  }

  /** A writer of HBase's that is under way when the rows are locked. */
  @Test
  void commitWaitsForAWriteThatIsUnderWay() throws Exception {
    region.put("a", "0");
    Transaction transaction = region.begin();
    transaction.read("a");
    transaction.write("b", "1");
    AtomicReference<Thread> committer = new AtomicReference<>();
    Future<?> commit;
    Region.RowLock lock =
        region.region.getRowLock(Bytes.toBytes("a"), true); // as HBase's writer has it
    try {
      commit = threads.submit(noted(committer, transaction));
      awaitWaiting(committer, commit);
      region.put("a", "1");
    } finally {
      lock.release();
    }

    assertConflictOf(commit);
  }

  /** Makes another commit run while the next one is about to write; returns once it waits. */
  private Future<?> commitMeanwhile(Transaction other) {
    AtomicReference<Thread> committer = new AtomicReference<>();
    AtomicReference<Future<?>> commit = new AtomicReference<>();
    CountDownLatch begun = new CountDownLatch(1);
    region.beforeWrite.set(
        () -> {
          commit.set(threads.submit(noted(committer, other)));
          awaitWaiting(committer, commit.get());
          begun.countDown();
        });
    return threads.submit(
        () -> {
          begun.await();
          return commit.get().get(WAIT_MS, TimeUnit.MILLISECONDS);
        });
  }

  private static Callable<Void> noted(AtomicReference<Thread> thread, Transaction transaction) {
    return () -> {
      thread.set(Thread.currentThread());
      transaction.commit();
      return null;
    };
  }

  /** Waits until the thread waits for a lock, or has nothing left to do. */
  private static void awaitWaiting(AtomicReference<Thread> thread, Future<?> work) {
    Waiter.waitFor(
        new Configuration(false),
        WAIT_MS,
        1,
        () ->
            work.isDone()
                || (thread.get() != null && thread.get().getState() == Thread.State.TIMED_WAITING));
  }

  private static void assertConflictOf(Future<?> commit) {
    assertThat(commit)
        .failsWithin(WAIT_MS, TimeUnit.MILLISECONDS)
        .withThrowableThat()
        .havingRootCause()
        .isInstanceOf(TransactionConflictException.class);
  }

  @Test
  void locksAreReleasedBeforeTheSync() throws Exception {
    CountDownLatch inSync = new CountDownLatch(1);
    CountDownLatch synced = new CountDownLatch(1);
    region.log.sync =
        () -> {
          inSync.countDown();
          await(synced);
        };
    Transaction first = region.begin();
    first.read("a");
    Future<?> durable = threads.submit(noted(new AtomicReference<>(), first.write("a", "1")));
    assertThat(inSync.await(WAIT_MS, TimeUnit.MILLISECONDS)).isTrue();

    Transaction second = region.begin();
    assertThat(second.value("a")).isEqualTo("1");
    second.write("a", "2").commitAsync();

    assertThat(region.value("a")).isEqualTo("2");
    assertThat(durable.isDone()).isFalse();
    synced.countDown();
    assertThat(durable).succeedsWithin(WAIT_MS, TimeUnit.MILLISECONDS);
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      if (!latch.await(WAIT_MS, TimeUnit.MILLISECONDS)) {
        throw new IOException("the test does not go on");
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void failedSyncAbortsTheRegionServerAndTheOutcomeIsUnknown() throws IOException {
    for (IOException failure :
        List.of(new IOException("no pipeline"), new SocketTimeoutException("no answer"))) {
      region.log.sync =
          () -> {
            throw failure;
          };

      assertThatExceptionOfType(CommitOutcomeUnknownException.class)
          .isThrownBy(region.begin().write("a", "1")::commit)
          .withCause(failure);
    }

    assertThat(region.log.aborts)
        .hasSize(2)
        .allMatch(why -> why.startsWith("a commit is visible that the log may have lost: tx-"));
  }

  @Test
  void interruptedWaitForASyncAbortsNothing() throws IOException {
    region.log.sync =
        () -> {
          Thread.currentThread().interrupt();
          throw new InterruptedIOException();
        };

    assertThatExceptionOfType(CommitOutcomeUnknownException.class)
        .isThrownBy(region.begin().write("a", "1")::commit);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(region.log.aborts).isEmpty();
  }

  @Test
  void repeatedCommitIsAppliedOnceAndSyncedAgain() throws IOException {
    region.log.sync =
        () -> {
          Thread.currentThread().interrupt();
          throw new InterruptedIOException();
        };
    Transaction transaction = region.begin();
    transaction.read("a");
    transaction.write("a", "1");
    assertThatIOException().isThrownBy(transaction::commit);
    assertThat(Thread.interrupted()).isTrue();
    region.log.sync = () -> {};
    region.put("a", "2");

    transaction.commit();

    assertThat(region.value("a")).isEqualTo("2");
    assertThat(region.log.syncs).hasValue(2);
    assertThat(region.metrics.committedCount()).isEqualTo(1);
  }

  @Test
  void failureInTheWriteIsAnUnknownOutcome() throws IOException {
    region.afterWrite.set(new IOException("append failed"));
    Transaction transaction = region.begin().write("a", "1");

    assertThatExceptionOfType(CommitOutcomeUnknownException.class).isThrownBy(transaction::commit);
    assertThatExceptionOfType(CommitOutcomeUnknownException.class).isThrownBy(transaction::commit);
    assertThat(region.count.get()).isZero();
  }

  /** HBase calls observers after the write, too; a client that begins again would write twice. */
  @Test
  void observerThatFailsAfterTheWriteLeavesAnUnknownOutcome() throws IOException {
    region.afterWrite.set(new DoNotRetryIOException("of an observer"));
    Transaction transaction = region.begin().write("a", "1");

    assertThatExceptionOfType(CommitOutcomeUnknownException.class).isThrownBy(transaction::commit);
    assertThat(region.value("a")).isEqualTo("1");
  }

  @Test
  void busyRegionLeavesTheSnapshotOpen() throws IOException {
    region.put("a", "0");
    Transaction transaction = region.begin();
    transaction.read("a");
    transaction.write("a", "1");
    region.failure.set(new RegionTooBusyException("memstore is full"));
    assertThatExceptionOfType(CommitRefusedException.class)
        .isThrownBy(transaction::commit)
        .withMessage("memstore is full");
    assertThat(region.value("a")).isEqualTo("0");

    transaction.commit();

    assertThat(region.value("a")).isEqualTo("1");
  }

  @Test
  void closedRegionRefusesACommit() throws IOException {
    Transaction transaction = region.begin().write("a", "1");
    region.region.close();

    assertThatExceptionOfType(NotServingRegionException.class).isThrownBy(transaction::commit);
  }

  /** HBase orders by time before sequence: a put would be hidden by the deletion. */
  @Test
  void putAfterADeletionOfALaterMillisecondIsVisible() throws IOException {
    Delete deletion = new Delete(Bytes.toBytes("a"), System.currentTimeMillis() + 300);
    region.region.delete(deletion);
    Transaction transaction = region.begin();
    assertThat(transaction.read("a").isEmpty()).isTrue();

    transaction.write("a", "1").commit();

    assertThat(region.value("a")).isEqualTo("1");
  }

  @Test
  void rowFarAheadOfTheClockIsRefused() throws IOException {
    long ahead = TimeUnit.HOURS.toMillis(1);
    region.region.delete(new Delete(Bytes.toBytes("a"), System.currentTimeMillis() + ahead));
    Transaction transaction = region.begin();
    transaction.read("a");

    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(transaction.write("a", "1")::commit)
        .withMessageContaining("ms ahead of the clock: expected at most 1000");
  }

  /**
   * Units move between four rows of two families, beside flushes and compactions. The sum is
   * constant in every snapshot, and at the end.
   */
  @Test
  void transfersKeepTheSum() throws Exception {
    int transfers = 60;
    int start = 1_000;
    for (int row = 0; row < 4; row++) {
      for (byte[] family : families()) {
        region.region.put(Transaction.put("row" + row, family, Integer.toString(start)));
      }
    }
    AtomicInteger refused = new AtomicInteger();
    AtomicBoolean done = new AtomicBoolean();
    Future<?> disturber =
        threads.submit(
            () -> {
              while (!done.get()) {
                region.region.flush(true);
                region.region.compact(true);
              }
              return null;
            });
    List<Future<?>> clients = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      clients.add(
          threads.submit(
              () -> {
                for (int i = 0; i < transfers; i++) {
                  while (!transfer()) {
                    refused.incrementAndGet();
                  }
                }
                return null;
              }));
    }
    for (Future<?> client : clients) {
      client.get(WAIT_MS, TimeUnit.MILLISECONDS);
    }
    done.set(true);
    disturber.get(WAIT_MS, TimeUnit.MILLISECONDS);

    assertThat(sum(region.begin())).isEqualTo(8 * start);
    assertThat(region.metrics.committedCount()).isEqualTo((long) THREADS * transfers);
    assertThat(refused.get()).as("transactions met each other").isPositive();
  }

  private static List<byte[]> families() {
    return List.of(CommitFixture.FAMILY, CommitFixture.OTHER_FAMILY);
  }

  /** Moves some units from one row and family to another; false if the commit was refused. */
  private boolean transfer() throws IOException {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    Transaction transaction = region.begin();
    String from = "row" + random.nextInt(4);
    String to = "row" + random.nextInt(4);
    byte[] fromFamily = families().get(random.nextInt(2));
    byte[] toFamily = families().get(random.nextInt(2));
    if (from.equals(to) && fromFamily == toFamily) {
      toFamily =
          fromFamily == CommitFixture.FAMILY ? CommitFixture.OTHER_FAMILY : CommitFixture.FAMILY;
    }
    int units = 1 + random.nextInt(5);
    transaction.write(
        from, fromFamily, Integer.toString(units(transaction, from, fromFamily) - units));
    transaction.write(to, toFamily, Integer.toString(units(transaction, to, toFamily) + units));
    try {
      transaction.commitAsync();
      return true;
    } catch (TransactionConflictException e) {
      return false;
    }
  }

  private static int units(Transaction transaction, String row, byte[] family) throws IOException {
    return Integer.parseInt(
        Bytes.toString(transaction.read(row).getValue(family, CommitFixture.QUALIFIER)));
  }

  private static int sum(Transaction transaction) throws IOException {
    int sum = 0;
    for (Result row : transaction.readRange("row", "rox")) {
      for (byte[] family : families()) {
        sum += Integer.parseInt(Bytes.toString(row.getValue(family, CommitFixture.QUALIFIER)));
      }
    }
    return sum;
  }

  private void assertConflict(Transaction transaction, String row) {
    assertThatExceptionOfType(TransactionConflictException.class)
        .isThrownBy(transaction::commit)
        .withMessage(
            "row '%s' has changed since the snapshot of %s: begin again"
                .formatted(row, transaction.id));
  }

  private List<Long> sequenceIds() throws IOException {
    List<Long> ids = new ArrayList<>();
    try (RegionScanner scanner = region.region.getScanner(new Scan())) {
      List<Cell> cells = new ArrayList<>();
      boolean more = true;
      while (more) {
        more = scanner.next(cells);
      }
      cells.forEach(cell -> ids.add(((ExtendedCell) cell).getSequenceId()));
    }
    return ids;
  }
}
