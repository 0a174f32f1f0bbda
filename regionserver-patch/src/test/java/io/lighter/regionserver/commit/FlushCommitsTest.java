// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.lighter.client.commit.CommitOutcomeUnknownException;
import io.lighter.client.commit.CommitRefusedException;
import io.lighter.client.commit.TransactionId;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import io.lighter.testing.fixtures.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DroppedSnapshotException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Waits for flushes of a memstore whose steps the test makes. */
class FlushCommitsTest {
  private static final long WAIT_MS = 60_000;
  private static final TransactionId ID = new TransactionId(new UUID(0, 1));

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ManualClock clock = new ManualClock();
  private final FakeMemory memory = new FakeMemory();
  private final OpenCount waiting = new OpenCount(2);
  private final TransactionMetrics metrics =
      new TransactionMetrics(
          new MetricSet(
              MetricProcess.REGION_SERVER,
              new MetricRegistryImpl(new MetricRegistryInfo("", "", "", "", true))),
          () -> 0,
          waiting::get);

  /** Flushes that were asked for, and that a test runs itself. */
  private final Queue<Runnable> flushes = new ArrayDeque<>(); // guarded by itself

  private final FlushCommits commits = new FlushCommits(memory, this::add, waiting, metrics, clock);

  /** HBase's memstore, as far as commits know it. Thread-safe; the lock is {@code this}. */
  private static final class FakeMemory implements CommitMemory {
    private StringBuilder active = new StringBuilder();
    private String snapshot = "";
    private boolean closed;

    /** What the next call of flush throws; null: nothing. */
    private IOException failure;

    /** Whether HBase tries a flush. */
    private boolean flushes = true;

    /** Runs in each flush. */
    private Runnable duringFlush = () -> {};

    synchronized void write(String cell) {
      active.append(cell);
    }

    synchronized void takeSnapshot() {
      if (snapshot.isEmpty() && !active.isEmpty()) {
        snapshot = active.toString();
        active = new StringBuilder();
      }
    }

    synchronized void clearSnapshot() {
      snapshot = "";
    }

    synchronized void close() {
      closed = true;
    }

    synchronized void fail(IOException e) {
      failure = e;
    }

    synchronized void setDuringFlush(Runnable step) {
      duringFlush = step;
    }

    synchronized void setFlushes(boolean tries) {
      flushes = tries;
    }

    @Override
    public synchronized Look look() {
      return new Look(active, active.isEmpty(), snapshot.isEmpty());
    }

    @Override
    public synchronized boolean flush() throws IOException {
      if (!flushes) {
        return false;
      }
      if (failure != null) {
        IOException e = failure;
        failure = null;
        throw e;
      }
      takeSnapshot();
      duringFlush.run();
      clearSnapshot();
      return true;
    }

    @Override
    public synchronized boolean isClosed() {
      return closed;
    }

    @Override
    public boolean hasTooManyFiles() {
      return false;
    }
  }

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  private void add(Runnable flush) {
    synchronized (flushes) {
      flushes.add(flush);
    }
  }

  /** Waits for a flush that is asked for, and runs it. */
  private void runFlush() throws Exception {
    nextFlush().run();
  }

  private Runnable nextFlush() throws Exception {
    Waiter.waitFor(new Configuration(false), WAIT_MS, 1, () -> asked() > 0);
    synchronized (flushes) {
      return flushes.remove();
    }
  }

  private int asked() {
    synchronized (flushes) {
      return flushes.size();
    }
  }

  private Future<?> commit(String cell) {
    memory.write(cell);
    long mark = commits.mark();
    return threads.submit(
        () -> {
          commits.await(ID, mark);
          return null;
        });
  }

  private static void assertDone(Future<?> commit) {
    assertThat(commit).succeedsWithin(WAIT_MS, TimeUnit.MILLISECONDS);
  }

  /** Waits until a commit has looked at the memstore again, and still waits. */
  private void assertWaits(Future<?> commit) throws Exception {
    long looks = 3;
    for (long i = 0; i < looks; i++) {
      assertThatExceptionOfType(TimeoutException.class)
          .isThrownBy(() -> commit.get(30, TimeUnit.MILLISECONDS));
    }
  }

  @Test
  void commitsBeforeAFlushShareIt() throws Exception {
    Future<?> first = commit("a");
    Runnable flush = nextFlush();
    Future<?> second = commit("b");
    flush.run();

    assertDone(first);
    assertDone(second);
    assertThat(metrics.flushCount()).isEqualTo(1);
    assertThat(metrics.flushCommitCount()).isEqualTo(2);
  }

  /** HBase's flush procedure does not wait for another flush, and tries again later. */
  @ParameterizedTest
  @CsvSource({"100, 100", "5000, 200"})
  void nextFlushLeavesAGapAsLongAsTheLastOneButForALongOne(long flushMs, long gapMs)
      throws Exception {
    memory.setDuringFlush(() -> clock.advance(Duration.ofMillis(flushMs)));
    Future<?> first = commit("a");
    runFlush();
    assertDone(first);
    Future<?> second = commit("b");
    clock.advance(Duration.ofMillis(gapMs - 1));

    assertWaits(second);
    assertThat(asked()).isZero();
    clock.advance(Duration.ofMillis(1));
    runFlush();
    assertDone(second);
  }

  @Test
  void commitAfterTheSnapshotWaitsForTheNextFlush() throws Exception {
    Future<?> first = commit("a");
    Runnable unused = nextFlush();
    memory.takeSnapshot();
    Future<?> second = commit("b");
    memory.clearSnapshot();

    assertDone(first);
    assertWaits(second);
    memory.flush(); // HBase's own
    assertDone(second);
  }

  /** A flush that failed half-way leaves its snapshot, and the next one writes that alone. */
  @Test
  void flushOfAnOldSnapshotIsNotEnough() throws Exception {
    memory.write("old");
    memory.takeSnapshot();
    Future<?> commit = commit("a");
    Runnable flush = nextFlush();
    memory.clearSnapshot();
    memory.write("b");
    memory.setFlushes(false);
    flush.run();

    assertWaits(commit);
    memory.setFlushes(true);
    clock.advance(Duration.ofSeconds(1));
    runFlush();
    assertDone(commit);
  }

  @Test
  void snapshotOfALaterPartDoesNotHoldCommitsUp() throws Exception {
    Future<?> commit = commit("a");
    Runnable unused = nextFlush();
    memory.takeSnapshot();
    assertWaits(commit); // has seen the second part
    memory.clearSnapshot();
    memory.write("b");
    memory.takeSnapshot();

    assertDone(commit);
  }

  @Test
  void snapshotThatIsNotInAFileYetHoldsCommitsUp() throws Exception {
    Future<?> commit = commit("a");
    Runnable unused = nextFlush();
    memory.takeSnapshot();
    assertWaits(commit);
  }

  /** The memstore is the same part before and after it was found to be empty. */
  @Test
  void writeAfterALookAtAnEmptyMemstoreIsNotInAFile() throws Exception {
    long empty = commits.mark();
    commits.await(ID, empty);
    memory.write("a");
    memory.flush();
    commits.await(ID, commits.mark());
    assertThat(asked()).as("nothing had to be flushed").isZero();

    Future<?> commit = commit("b");
    assertWaits(commit);
    runFlush();
    assertDone(commit);
  }

  @Test
  void failedFlushFailsTheCommitThatItWasFor() throws Exception {
    IOException failure = new IOException("no log");
    memory.fail(failure);
    Future<?> first = commit("a");
    Runnable flush = nextFlush();
    Future<?> second = commit("b"); // and asks for the next flush
    assertWaits(second);
    flush.run();

    assertThat(first)
        .failsWithin(WAIT_MS, TimeUnit.MILLISECONDS)
        .withThrowableThat()
        .withCauseExactlyInstanceOf(IOException.class)
        .havingRootCause()
        .isSameAs(failure);
    assertThat(metrics.flushCommitCount()).isZero();
    Future<?> again = commit("");
    clock.advance(Duration.ofSeconds(1));
    runFlush();
    assertDone(second);
    assertDone(again);
  }

  @Test
  void droppedSnapshotIsAnUnknownOutcome() throws Exception {
    memory.fail(new DroppedSnapshotException("no room"));
    Future<?> commit = commit("a");
    runFlush();

    assertThat(commit)
        .failsWithin(WAIT_MS, TimeUnit.MILLISECONDS)
        .withThrowableThat()
        .withCauseInstanceOf(CommitOutcomeUnknownException.class);
  }

  @Test
  void closedRegionDecidesByItsMemory() throws Exception {
    Future<?> flushed = commit("a");
    memory.flush();
    assertDone(flushed);
    Future<?> lost = commit("b");
    assertWaits(lost);
    memory.close();

    assertThat(lost)
        .failsWithin(WAIT_MS, TimeUnit.MILLISECONDS)
        .withThrowableThat()
        .withCauseInstanceOf(CommitOutcomeUnknownException.class)
        .withMessageContaining("region was closed before a flush had " + ID);
  }

  @Test
  void waitEndsAtItsDeadlineAndMayBeRepeated() throws Exception {
    memory.setFlushes(false);
    Future<?> commit = commit("a");
    runFlush();
    clock.advance(FlushCommits.WAIT);

    assertThat(commit)
        .failsWithin(WAIT_MS, TimeUnit.MILLISECONDS)
        .withThrowableThat()
        .withCauseExactlyInstanceOf(RegionTooBusyException.class); // it was written
    assertThat(metrics.flushCount()).isZero();
  }

  @Test
  void serverThatStartsNoMoreFlushesLeavesTheLookAtTheMemstore() throws Exception {
    FlushCommits closing =
        new FlushCommits(
            memory,
            flush -> {
              throw new RejectedExecutionException("shut down");
            },
            waiting,
            metrics,
            clock);
    memory.write("a");
    long mark = closing.mark();
    Future<?> commit =
        threads.submit(
            () -> {
              closing.await(ID, mark);
              return null;
            });
    assertWaits(commit);
    memory.flush();

    assertDone(commit);
  }

  @Test
  void noMoreCommitsWaitThanMay() throws Exception {
    commits.enter();
    commits.enter();

    assertThatExceptionOfType(CommitRefusedException.class)
        .isThrownBy(commits::enter)
        .withMessageContaining("durable commits that wait for flushes = 2: expected fewer");
    assertThat(metrics.refusedCount(RefusalCause.FLUSH_BUSY)).isEqualTo(1);
    commits.leave();
    commits.enter();
  }

  @Test
  void interruptedWaitSaysSo() throws Exception {
    memory.setFlushes(false);
    memory.write("a");
    long mark = commits.mark();
    Thread.currentThread().interrupt();

    assertThatIOException()
        .isThrownBy(() -> commits.await(ID, mark))
        .withMessage("wait for a flush");
    assertThat(Thread.interrupted()).isTrue();
  }
}
