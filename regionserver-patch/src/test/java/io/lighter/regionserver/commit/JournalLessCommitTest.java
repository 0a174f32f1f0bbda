// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.client.commit.CommitOutcomeUnknownException;
import io.lighter.client.commit.CommitRefusedException;
import io.lighter.client.commit.TransactionConflictException;
import io.lighter.regionserver.commit.CommitFixture.Transaction;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Commits without a log on a region of HBase's, without calls. */
class JournalLessCommitTest {
  private static final long WAIT_MS = 120_000;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private CommitFixture region;

  @BeforeEach
  void open(TestInfo test) throws IOException {
    util.getConfiguration().setInt(HStore.BLOCKING_STOREFILES_KEY, 4);
    region =
        new CommitFixture(util, test.getTestMethod().orElseThrow().getName(), CommitJournal.FLUSH);
  }

  @AfterEach
  void close() throws IOException {
    threads.shutdownNow();
    region.close();
    util.cleanupTestDir();
  }

  @Test
  void durableCommitIsInAFileAndInNoLog() throws IOException {
    region.begin().write("a", "1").write("b", "2").commit();

    assertThat(region.value("a")).isEqualTo("1");
    assertThat(files()).isEqualTo(1);
    assertThat(region.region.getMemStoreDataSize()).isZero();
    assertThat(region.log.syncs).hasValue(0);
    assertThat(region.metrics.flushCommitCount()).isEqualTo(1);
    assertThat(region.waiting.get()).isZero();
    assertThat(afterACrash("a", "b")).containsExactly("1", "2");
  }

  @Test
  void asynchronousCommitIsVisibleAndACrashLosesItWhole() throws IOException {
    region.begin().write("a", "1").commit();
    region.begin().write("a", "2").write("b", "2").commitAsync();

    assertThat(region.value("a")).isEqualTo("2");
    assertThat(files()).isEqualTo(1);
    assertThat(region.metrics.flushCommitCount()).isEqualTo(1);
    assertThat(region.region.getOldestSeqIdOfStore(CommitFixture.FAMILY))
        .as("what the log has and no file")
        .isEqualTo(HConstants.NO_SEQNUM);
    assertThat(afterACrash("a", "b")).containsExactly("1", null);
  }

  @Test
  void durableCommitCoversAllThatWereBefore() throws IOException {
    region.begin().write("a", "1").commitAsync();
    region.begin().write("b", "2").commit();

    assertThat(files()).isEqualTo(1);
    assertThat(afterACrash("a", "b")).containsExactly("1", "2");
  }

  /** Cells that no log has numbered have numbers of their own. */
  @Test
  void changeByAnotherTransactionIsAConflict() throws IOException {
    Transaction first = region.begin();
    first.read("a");
    region.begin().write("a", "1").commitAsync();

    assertThatExceptionOfType(TransactionConflictException.class)
        .isThrownBy(first.write("b", "2")::commit);
    assertThat(region.value("b")).isNull();
    Transaction second = region.begin();
    second.read("a");
    region.begin().write("a", "2").commit();
    assertThatExceptionOfType(TransactionConflictException.class)
        .isThrownBy(second.write("b", "2")::commit);
  }

  @Test
  void commitsThatWaitShareAFlush() throws Exception {
    CountDownLatch written = new CountDownLatch(1);
    region.flush =
        real -> {
          await(written);
          return real.run();
        };
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < CommitFixture.MOST_WAITING; i++) {
      Transaction transaction = region.begin().write("row" + i, "1");
      all.add(submit(transaction));
    }
    awaitCommitted(CommitFixture.MOST_WAITING);
    written.countDown();
    for (Future<?> each : all) {
      assertThat(each).succeedsWithin(WAIT_MS, TimeUnit.MILLISECONDS);
    }

    assertThat(files()).isEqualTo(1);
    assertThat(region.metrics.flushCount()).isEqualTo(1);
  }

  @Test
  void flushOfHBasesOwnIsEnough() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    region.flush =
        real -> {
          asked.countDown();
          await(end);
          return false;
        };
    Future<?> commit = submit(region.begin().write("a", "1"));
    await(asked);
    region.region.flush(true);

    assertThat(commit).succeedsWithin(WAIT_MS, TimeUnit.MILLISECONDS);
    end.countDown();
  }

  @Test
  void locksAreReleasedBeforeTheFlush() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    region.flush =
        real -> {
          asked.countDown();
          await(end);
          return real.run();
        };
    Future<?> durable = submit(region.begin().write("a", "1"));
    await(asked);

    Transaction second = region.begin();
    assertThat(second.value("a")).isEqualTo("1");
    second.write("a", "2").commitAsync();

    assertThat(region.value("a")).isEqualTo("2");
    assertThat(durable.isDone()).isFalse();
    end.countDown();
    assertThat(durable).succeedsWithin(WAIT_MS, TimeUnit.MILLISECONDS);
  }

  /** A commit that has asked for a flush, which the region does not try. */
  private Future<?> commitThatNoFlushReaches() throws IOException {
    CountDownLatch asked = new CountDownLatch(1);
    region.flush =
        real -> {
          asked.countDown();
          return false;
        };
    Future<?> commit = submit(region.begin().write("a", "1"));
    await(asked);
    return commit;
  }

  /** A region that closes waits for its operations, and flushes after them. */
  @Test
  void regionThatClosesFlushesForTheCommitsThatWait() throws Exception {
    Future<?> commit = commitThatNoFlushReaches();
    region.region.close();

    assertThat(commit).succeedsWithin(WAIT_MS, TimeUnit.MILLISECONDS);
  }

  @Test
  void regionThatIsClosedWithoutAFlushLeavesAnUnknownOutcome() throws Exception {
    Future<?> commit = commitThatNoFlushReaches();
    region.region.close(true);

    assertThat(commit)
        .failsWithin(WAIT_MS, TimeUnit.MILLISECONDS)
        .withThrowableThat()
        .withCauseInstanceOf(CommitOutcomeUnknownException.class);
  }

  @Test
  void failedFlushIsToldAndARepeatedCommitIsAppliedOnce() throws IOException {
    region.flush =
        real -> {
          throw new IOException("no log");
        };
    Transaction transaction = region.begin();
    transaction.read("a");
    transaction.write("a", "1");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(transaction::commit)
        .withMessageContaining("flush for " + transaction.id + " has failed");
    assertThat(afterACrash("a")).containsExactly((String) null);
    region.put("a", "2");
    region.flush = CommitFixture.HRegionFlush::run;
    region.clock.advance(Duration.ofSeconds(1));

    transaction.commit();

    assertThat(region.value("a")).isEqualTo("2");
    assertThat(region.metrics.committedCount()).isEqualTo(1);
    assertThat(files()).isEqualTo(1);
  }

  @Test
  void durableCommitIsRefusedBeforeItWritesWhileThereAreTooManyFiles() throws IOException {
    for (int i = 0; i <= 4; i++) {
      region.begin().write("a", Integer.toString(i)).commit();
    }
    Transaction transaction = region.begin().write("a", "refused");

    assertThatExceptionOfType(CommitRefusedException.class)
        .isThrownBy(transaction::commit)
        .withMessageContaining("files of the store = more than hbase.hstore.blockingStoreFiles");
    assertThat(region.value("a")).isEqualTo("4");
    assertThat(region.metrics.refusedCount(RefusalCause.FLUSH_BUSY)).isEqualTo(1);
    region.begin().write("b", "1").commitAsync();
    region.region.compact(true);
    transaction.commit();
    assertThat(region.value("a")).isEqualTo("refused");
  }

  @Test
  void durableCommitIsRefusedBeforeItWritesWhileTooManyWait() throws IOException {
    for (int i = 0; i < CommitFixture.MOST_WAITING; i++) {
      assertThat(region.waiting.tryAdd()).isTrue();
    }
    Transaction transaction = region.begin().write("a", "1");

    assertThatExceptionOfType(CommitRefusedException.class).isThrownBy(transaction::commit);
    assertThat(region.value("a")).isNull();
    region.begin().write("b", "1").commitAsync();
    region.waiting.remove();
    transaction.commit();
    assertThat(region.value("a")).isEqualTo("1");
  }

  private Future<?> submit(Transaction transaction) {
    return threads.submit(
        () -> {
          transaction.commit();
          return null;
        });
  }

  private void awaitCommitted(long number) {
    Waiter.waitFor(
        new Configuration(false), WAIT_MS, 1, () -> region.metrics.committedCount() == number);
  }

  private int files() {
    return region.region.getStores().get(0).getStorefilesCount();
  }

  /**
   * The values of rows in a region that is opened with the files of the present one. The log is not
   * replayed.
   */
  private List<String> afterACrash(String... rows) throws IOException {
    HRegion next = HRegion.openHRegion(region.region, null);
    List<String> values = new ArrayList<>();
    for (String row : rows) {
      values.add(
          Bytes.toString(
              next.get(new Get(Bytes.toBytes(row)))
                  .getValue(CommitFixture.FAMILY, CommitFixture.QUALIFIER)));
    }
    next.close(true);
    return values;
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
}
