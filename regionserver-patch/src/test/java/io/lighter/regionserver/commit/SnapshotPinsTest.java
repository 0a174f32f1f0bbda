// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.lighter.client.commit.CommitOutcomeUnknownException;
import io.lighter.client.commit.SnapshotGoneException;
import io.lighter.client.commit.TooManyTransactionsException;
import io.lighter.client.commit.TransactionId;
import io.lighter.regionserver.commit.SnapshotPins.Pin;
import io.lighter.testing.fixtures.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.Waiter;
import org.junit.jupiter.api.Test;

class SnapshotPinsTest {
  private static final Duration AGE = Duration.ofSeconds(60);
  private static final String OWNER = "ann";
  private static final long WAIT_MS = 60_000;
  private static final long MARGIN_MS = 5_000;
  private static final int MOST_REMEMBERED = 3;

  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - AGE.toNanos() / 2);
  private final Pinned scanners = new Pinned();
  private final AtomicLong readPoint = new AtomicLong(7);
  private final OpenCount count = new OpenCount(2);
  private final SnapshotPins pins =
      new SnapshotPins(
          () -> scanners.scanner(readPoint.get()),
          count,
          new CommitOutcomes(MOST_REMEMBERED),
          AGE,
          clock);
  private final TransactionId id = id();

  private static TransactionId id() {
    return new TransactionId(UUID.randomUUID());
  }

  @Test
  void snapshotHasTheReadPointOfItsBeginning() throws IOException {
    pins.begin(id, OWNER);
    readPoint.set(9);

    assertThat(pins.readPoint(id, OWNER)).isEqualTo(7);
    assertThat(count.get()).isEqualTo(1);
  }

  @Test
  void repeatedBeginOpensOneSnapshot() throws IOException {
    pins.begin(id, OWNER);
    readPoint.set(9);
    pins.begin(id, OWNER);

    assertThat(pins.readPoint(id, OWNER)).isEqualTo(7);
    assertThat(count.get()).isEqualTo(1);
    assertThat(scanners.open()).isEqualTo(1);
  }

  @Test
  void snapshotEndsAtItsAgeEvenIfTheTimerIsLate() throws IOException {
    pins.begin(id, OWNER);
    clock.advance(AGE.minusNanos(1));
    assertThat(pins.readPoint(id, OWNER)).isEqualTo(7);
    pins.endOld();
    assertThat(scanners.open()).isEqualTo(1);

    clock.advance(Duration.ofNanos(1));

    assertGone(id, OWNER);
    assertThatExceptionOfType(SnapshotGoneException.class)
        .isThrownBy(() -> pins.startCommit(id, OWNER));
    pins.endOld();
    assertThat(scanners.open()).isZero();
    assertThat(count.get()).isZero();
  }

  @Test
  void limitOfOpenTransactionsHolds() throws IOException {
    pins.begin(id, OWNER);
    pins.begin(id(), OWNER);

    assertThatExceptionOfType(TooManyTransactionsException.class)
        .isThrownBy(() -> pins.begin(id(), OWNER))
        .withMessage(
            "lighter.transactions.max.open = 2: expected fewer open transactions on this region"
                + " server");
    assertThat(scanners.open()).isEqualTo(2);

    pins.end(id, OWNER);
    pins.begin(id(), OWNER);
    assertThat(count.get()).isEqualTo(2);
  }

  @Test
  void scannerThatDoesNotOpenCountsAsNoTransaction() {
    SnapshotPins broken =
        new SnapshotPins(
            () -> {
              throw new IOException("no disk");
            },
            count,
            new CommitOutcomes(MOST_REMEMBERED),
            AGE,
            clock);

    assertThatIOException().isThrownBy(() -> broken.begin(id, OWNER)).withMessage("no disk");
    assertThat(count.get()).isZero();
  }

  @Test
  void snapshotIsUsedByItsOwnerAlone() throws IOException {
    pins.begin(id, OWNER);

    assertGone(id, "bob");
    assertThatExceptionOfType(SnapshotGoneException.class)
        .isThrownBy(() -> pins.startCommit(id, "bob"));
    pins.end(id, "bob");
    pins.begin(id, "bob");
    assertGone(id, "bob");
    assertThat(pins.readPoint(id, OWNER)).isEqualTo(7);
    assertThat(scanners.open()).isEqualTo(1);
  }

  @Test
  void snapshotOfACommitThatRunsDoesNotEndByItsAge() throws IOException {
    pins.begin(id, OWNER);
    Pin pin = pins.startCommit(id, OWNER).orElseThrow();
    clock.advance(AGE.multipliedBy(2));

    pins.endOld();
    pins.end(id, OWNER);
    pins.close();
    assertThat(scanners.open()).isEqualTo(1);

    pins.applied(pin);
    assertThat(scanners.open()).isZero();
    assertThat(count.get()).isZero();
  }

  @Test
  void appliedCommitIsRecognised() throws IOException {
    pins.begin(id, OWNER);
    pins.applied(pins.startCommit(id, OWNER).orElseThrow());

    assertThat(pins.startCommit(id, OWNER)).isEmpty();
    assertGone(id, OWNER);
  }

  @Test
  void lastOutcomesAreRemembered() throws IOException {
    pins.begin(id, OWNER);
    pins.applied(pins.startCommit(id, OWNER).orElseThrow());
    for (int i = 1; i < MOST_REMEMBERED; i++) {
      commitAnother();
    }
    assertThat(pins.startCommit(id, OWNER)).isEmpty();

    commitAnother();

    assertThatExceptionOfType(SnapshotGoneException.class)
        .isThrownBy(() -> pins.startCommit(id, OWNER));
  }

  private void commitAnother() throws IOException {
    TransactionId other = id();
    pins.begin(other, OWNER);
    pins.applied(pins.startCommit(other, OWNER).orElseThrow());
  }

  @Test
  void refusedCommitEndsTheSnapshot() throws IOException {
    pins.begin(id, OWNER);
    pins.refused(pins.startCommit(id, OWNER).orElseThrow());

    assertGone(id, OWNER);
    assertThat(scanners.open()).isZero();
  }

  @Test
  void commitThatFailedBeforeItWroteMayBeRepeated() throws IOException {
    pins.begin(id, OWNER);
    pins.failed(pins.startCommit(id, OWNER).orElseThrow());

    assertThat(pins.startCommit(id, OWNER)).isPresent();
  }

  @Test
  void commitThatFailedInARegionThatClosesEndsTheSnapshot() throws IOException {
    pins.begin(id, OWNER);
    Pin pin = pins.startCommit(id, OWNER).orElseThrow();
    pins.close();

    pins.failed(pin);

    assertGone(id, OWNER);
    assertThat(scanners.open()).isZero();
    assertThat(count.get()).isZero();
  }

  @Test
  void commitThatFailedWhileItWroteHasNoKnownOutcome() throws IOException {
    pins.begin(id, OWNER);
    pins.unknown(pins.startCommit(id, OWNER).orElseThrow());

    assertThatExceptionOfType(CommitOutcomeUnknownException.class)
        .isThrownBy(() -> pins.startCommit(id, OWNER));
    assertThat(scanners.open()).isZero();
  }

  @Test
  void repeatedCommitWaitsForTheFirstOne() throws Exception {
    pins.begin(id, OWNER);
    Pin pin = pins.startCommit(id, OWNER).orElseThrow();
    AtomicReference<Thread> second = new AtomicReference<>();
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try {
      Future<Optional<Pin>> repeated =
          executor.submit(
              () -> {
                second.set(Thread.currentThread());
                return pins.startCommit(id, OWNER);
              });
      Waiter.waitFor(
          new Configuration(false),
          WAIT_MS,
          1,
          () -> second.get() != null && second.get().getState() == Thread.State.TIMED_WAITING);
      assertThat(repeated.isDone()).isFalse();

      pins.applied(pin);

      // Woken, and not by the end of its longest wait.
      long mostMs = SnapshotPins.COMMIT_WAIT.toMillis() - MARGIN_MS;
      assertThat(repeated.get(mostMs, TimeUnit.MILLISECONDS)).isEmpty();
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void regionThatClosesEndsItsSnapshots() throws IOException {
    pins.begin(id, OWNER);

    pins.close();

    assertGone(id, OWNER);
    assertThat(scanners.open()).isZero();
    assertThatExceptionOfType(NotServingRegionException.class)
        .isThrownBy(() -> pins.begin(id(), OWNER));
    assertThat(count.get()).isZero();
  }

  private void assertGone(TransactionId gone, String owner) {
    assertThatExceptionOfType(SnapshotGoneException.class)
        .isThrownBy(() -> pins.readPoint(gone, owner))
        .withMessageContaining("lighter.transactions.max.age");
  }
}
