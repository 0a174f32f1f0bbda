// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.wal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import io.lighter.testing.fixtures.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.junit.jupiter.api.Test;

class WalWatchTest {
  private static final Duration DELAY = Duration.ofSeconds(8);
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final ManualClock clock =
      new ManualClock(Long.MAX_VALUE - Duration.ofSeconds(5).toNanos());
  private final WalMetrics metrics =
      new WalMetrics(
          new MetricSet(
              MetricProcess.REGION_SERVER,
              new MetricRegistryImpl(new MetricRegistryInfo("", "", "", "", true))));
  private final List<WatchedLog> logs = new ArrayList<>();
  private final Queue<Runnable> threads = new ArrayDeque<>();
  private final WalWatch watch = watch(() -> List.copyOf(logs));

  /** A log whose syncs a test lets run. */
  private static final class Log implements WatchedLog {
    private long appended;
    private long synced;
    private int syncs;
    private boolean broken;

    @Override
    public long appended() {
      return appended;
    }

    @Override
    public long synced() {
      return synced;
    }

    @Override
    public void sync() throws IOException {
      syncs++;
      if (broken) {
        throw new IOException("broken pipeline");
      }
      synced = appended;
    }
  }

  @Test
  void pendingEntryIsSyncedBeforeItIsOlderThanTheDelay() {
    Log log = idleLog();
    log.appended++;
    Duration waited = Duration.ZERO;
    while (log.syncs == 0) {
      waited = waited.plus(LOOK);
      lookAfter(LOOK);
      runSyncs();
      assertThat(waited).isLessThan(DELAY);
    }

    assertThat(waited).isGreaterThanOrEqualTo(DELAY.dividedBy(2));
    assertThat(metrics.syncs()).isEqualTo(1);
    assertThat(metrics.failures()).isZero();
  }

  @Test
  void logWithoutPendingEntriesIsNeverSynced() {
    Log log = idleLog();
    for (int i = 0; i < 50; i++) {
      lookAfter(LOOK);
    }

    assertThat(threads).isEmpty();
    assertThat(log.syncs).isZero();
  }

  @Test
  void logThatOthersSyncInTimeIsLeftAlone() {
    Log log = idleLog();
    for (int i = 0; i < 50; i++) {
      log.synced = log.appended; // all but what is appended since
      log.appended++;
      lookAfter(LOOK);
    }

    assertThat(threads).isEmpty();
  }

  @Test
  void syncOfAnotherThatCoversOnlyAPartLeavesTheRestPending() {
    Log log = idleLog();
    log.appended = 10;
    lookAfter(LOOK);
    log.appended = 20;
    lookAfter(LOOK);
    log.synced = 10;
    for (int i = 0; i < 6; i++) {
      lookAfter(LOOK);
      runSyncs();
    }

    assertThat(log.syncs).isEqualTo(1);
    assertThat(log.synced).isEqualTo(20);
  }

  @Test
  void logThatIsNewAndHasPendingEntriesIsSyncedAtOnce() {
    Log log = new Log();
    log.appended = 5;
    logs.add(log);
    watch.look();
    runSyncs();

    assertThat(log.syncs).isEqualTo(1);
  }

  @Test
  void syncThatHangsKeepsNoOtherLogWaitingAndIsNotDoubled() {
    Log hanging = idleLog();
    Log other = idleLog();
    hanging.appended++;
    other.appended++;
    for (int i = 0; i < 8; i++) {
      lookAfter(LOOK);
    }
    assertThat(threads).hasSize(2);

    Runnable hangs = threads.remove();
    runSyncs();
    other.appended++;
    for (int i = 0; i < 8; i++) {
      lookAfter(LOOK);
    }

    assertThat(threads).as("the other log's next sync").hasSize(1);
    runSyncs();
    assertThat(other.syncs).isEqualTo(2);
    assertThat(hanging.syncs).isZero();
    assertThat(watch.oldestMs()).isGreaterThanOrEqualTo(16_000);
    hangs.run();
    lookAfter(LOOK);
    assertThat(hanging.syncs).isEqualTo(1);
    assertThat(watch.oldestMs()).isZero();
  }

  @Test
  void failedSyncIsCountedAndRepeatedAfterAPause() {
    Log log = idleLog();
    log.appended++;
    log.broken = true;
    lookAfter(DELAY);
    runSyncs();
    assertThat(metrics.failures()).isEqualTo(1);
    lookAfter(WalWatch.RETRY_PAUSE.minusNanos(1));
    assertThat(threads).isEmpty();

    log.broken = false;
    lookAfter(Duration.ofNanos(1));
    runSyncs();
    lookAfter(LOOK);

    assertThat(log.syncs).isEqualTo(2);
    assertThat(metrics.syncs()).isEqualTo(2);
    assertThat(metrics.failures()).isEqualTo(1);
    assertThat(watch.oldestMs()).isZero();
  }

  @Test
  void logThatIsClosedIsForgotten() {
    Log log = idleLog();
    log.appended++;
    lookAfter(LOOK);
    assertThat(watch.oldestMs()).isPositive();
    logs.clear();
    lookAfter(LOOK);

    assertThat(threads).isEmpty();
    assertThat(watch.oldestMs()).isZero();
    logs.add(log);
    lookAfter(LOOK);
    assertThat(threads).as("of a log that counts as new").hasSize(1);
  }

  @Test
  void ageIsThatOfTheOldestEntryOfAllLogs() {
    Log older = idleLog();
    Log newer = idleLog();
    older.appended++;
    lookAfter(LOOK);
    newer.appended++;
    lookAfter(LOOK);
    clock.advance(Duration.ofMillis(500));

    assertThat(watch.oldestMs()).isEqualTo(2_500);
  }

  @Test
  void failedLookIsCountedAndEndsNoWatch() {
    boolean[] broken = {true};
    Log log = new Log();
    log.appended = 1;
    WalWatch other =
        watch(
            () -> {
              if (broken[0]) {
                throw new IOException("no logs");
              }
              return List.of(log);
            });
    other.look();
    assertThat(metrics.failures()).isEqualTo(1);

    broken[0] = false;
    other.look();
    runSyncs();

    assertThat(log.syncs).isEqualTo(1);
  }

  @Test
  void lookAfterTheEndBeginsNoSync() {
    Log log = new Log();
    log.appended = 1;
    WalWatch closed =
        new WalWatch(
            () -> List.of(log),
            DELAY,
            clock,
            metrics,
            sync -> {
              throw new RejectedExecutionException("closed");
            },
            () -> {});
    closed.look();

    assertThat(log.syncs).isZero();
    assertThat(metrics.failures()).isZero();
  }

  @Test
  void syncThatFindsNoThreadIsTriedAgain() {
    boolean[] full = {true};
    Log log = new Log();
    log.appended = 1;
    WalWatch other =
        new WalWatch(
            () -> List.of(log),
            DELAY,
            clock,
            metrics,
            sync -> {
              if (full[0]) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              sync.run();
            },
            () -> {});
    other.look();
    assertThat(log.syncs).isZero();
    assertThat(metrics.failures()).isEqualTo(1);

    full[0] = false;
    other.look();

    assertThat(log.syncs).isEqualTo(1);
  }

  private WalWatch watch(WalWatch.Logs present) {
    return new WalWatch(present, DELAY, clock, metrics, threads::add, () -> {});
  }

  /** A log that was looked at, and has nothing pending. */
  private Log idleLog() {
    Log log = new Log();
    logs.add(log);
    watch.look();
    assertThat(threads).isEmpty();
    return log;
  }

  private void lookAfter(Duration time) {
    clock.advance(time);
    watch.look();
  }

  private void runSyncs() {
    while (!threads.isEmpty()) {
      threads.remove().run();
    }
  }
}
