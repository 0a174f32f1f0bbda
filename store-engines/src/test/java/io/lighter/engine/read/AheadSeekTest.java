// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AheadSeekTest {
  private final Searches searches = new Searches(1);
  private final StoreSearch store = StoreSearch.fixed(searches.pool());

  @AfterEach
  void close() {
    store.close(); // returns only when the pool has no seek of the store
    searches.close();
  }

  /** A scanner whose seek waits until it may go on. */
  private static final class HeldScanner implements AheadSeek.Scanner {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch letGo = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicReference<Thread> seeker = new AtomicReference<>();

    @Override
    public void seek() throws IOException {
      seeker.set(Thread.currentThread());
      reached.countDown();
      try {
        letGo.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    @Override
    public void close() {
      assertThat(letGo.getCount()).as("closed under its seek").isZero();
      closed.countDown();
    }

    boolean isClosed() {
      return closed.getCount() == 0;
    }
  }

  @Test
  void readWaitsForASeekThatRunsAndUsesIt() throws Exception {
    HeldScanner scanner = new HeldScanner();
    AheadSeek seek = begun(scanner);
    assertThat(seek.isDone()).isFalse();
    scanner.letGo.countDown();
    assertThat(seek.await(true)).isTrue();
    seek.throwFailure();
    assertThat(scanner.seeker.get().isDaemon()).isTrue();
    assertThat(seek.giveUp()).as("the read has the scanner").isTrue();
    assertThat(searches.ahead()).isOne();
    assertThat(searches.joined()).isOne();
  }

  @Test
  void seekWithoutFreeThreadIsRejected() throws Exception {
    HeldScanner first = new HeldScanner();
    AheadSeek seek = begun(first);
    HeldScanner second = new HeldScanner();
    assertThat(store.newSeek(second).begin()).isFalse();
    assertThat(searches.rejected()).isOne();
    first.letGo.countDown();
    assertThat(seek.await(true)).isTrue();
    assertThat(second.seeker.get()).isNull();
    assertThat(searches.ahead()).isOne();
  }

  @Test
  void seekThatIsTakenBackIsNotDone() throws Exception {
    HeldScanner scanner = new HeldScanner();
    AheadSeek seek = store.newSeek(scanner);
    assertThat(store.add()).isTrue(); // as if the pool had the seek, and no thread had run it yet
    assertThat(seek.await(true)).isFalse();
    seek.run();
    assertThat(scanner.seeker.get()).isNull();
    assertThat(searches.ahead()).isZero();
    assertThat(searches.joined()).isZero();

    AheadSeek other = store.newSeek(scanner);
    assertThat(store.add()).isTrue();
    assertThat(other.giveUp()).as("the caller closes").isTrue();
    other.run();
    assertThat(scanner.seeker.get()).isNull();
    assertThat(scanner.isClosed()).isFalse();
    assertThat(searches.wasted()).isZero();
  }

  @Test
  void scannerThatIsClosedDuringItsSeekIsClosedAfterIt() throws Exception {
    HeldScanner scanner = new HeldScanner();
    AheadSeek seek = begun(scanner);
    assertThat(seek.giveUp()).isFalse();
    assertThat(scanner.isClosed()).isFalse();
    scanner.letGo.countDown();
    scanner.closed.await();
    assertThat(searches.wasted()).isOne();
    assertThat(searches.joined()).isZero();
  }

  @Test
  void failureIsThrownToTheReadAndThePoolGoesOn() throws Exception {
    IOException broken = new IOException("broken on purpose");
    AheadSeek seek =
        store.newSeek(
            new AheadSeek.Scanner() {
              @Override
              public void seek() throws IOException {
                throw broken;
              }

              @Override
              public void close() {}
            });
    assertThat(seek.begin()).isTrue();
    Searches.until(seek::isDone);
    assertThat(seek.await(true)).isTrue();
    assertThatThrownBy(seek::throwFailure).isSameAs(broken);

    HeldScanner next = new HeldScanner();
    next.letGo.countDown();
    assertThat(begun(next).await(true)).isTrue();
  }

  @Test
  void interruptIsKeptAndTheReadDoesNotGetItsScanner() throws Exception {
    HeldScanner scanner = new HeldScanner();
    AheadSeek seek = begun(scanner);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> seek.await(true)).isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(seek.giveUp()).as("the pool still has the scanner").isFalse();
    scanner.letGo.countDown();
    scanner.closed.await();
  }

  @Test
  void interruptedReadGetsASeekThatIsDone() throws Exception {
    HeldScanner scanner = new HeldScanner();
    AheadSeek seek = begun(scanner);
    scanner.letGo.countDown();
    Searches.until(seek::isDone);
    Thread.currentThread().interrupt();
    assertThat(seek.await(true)).isTrue();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void storeWaitsForItsSeeksAndBeginsNoOtherOne() throws Exception {
    HeldScanner scanner = new HeldScanner();
    AheadSeek seek = begun(scanner);
    assertThat(seek.giveUp()).isFalse();
    Thread closer = new Thread(store::close);
    closer.start();
    Searches.until(() -> closer.getState() == Thread.State.TIMED_WAITING);
    assertThat(store.newSeek(new HeldScanner()).begin()).isFalse();
    assertThat(searches.rejected()).as("by the pool").isZero();
    scanner.letGo.countDown();
    closer.join();
    assertThat(scanner.isClosed()).isTrue();
  }

  @Test
  void adaptiveStoreHasAsManySeeksInFlightAsItsRegionServerAllows() throws Exception {
    StoreSearch adaptive = StoreSearch.adaptive(searches.pool());
    StoreSearch other = StoreSearch.adaptive(searches.pool());
    HeldScanner scanner = new HeldScanner();
    AheadSeek seek = adaptive.newSeek(scanner);
    assertThat(seek.begin()).isTrue();
    scanner.reached.await();
    assertThat(other.newSeek(new HeldScanner()).begin()).isFalse();
    assertThat(searches.rejected()).as("not by the pool").isZero();
    scanner.letGo.countDown();
    assertThat(seek.await(true)).isTrue();

    HeldScanner next = new HeldScanner();
    next.letGo.countDown();
    AtomicReference<AheadSeek> later = new AtomicReference<>();
    Searches.until(
        () -> {
          later.set(other.newSeek(next));
          return later.get().begin();
        });
    next.reached.await();
    assertThat(later.get().await(true)).isTrue();
  }

  /** Else a store that opens and closes would take the places of all others. */
  @Test
  void closedAdaptiveStoreTakesNoPlaceOfTheLimit() {
    StoreSearch closed = StoreSearch.adaptive(searches.pool());
    closed.close();
    assertThat(closed.newSeek(new HeldScanner()).begin()).isFalse();
    assertThat(searches.pool().limit().add()).isTrue();
    searches.pool().limit().remove();
  }

  /** Begins a seek, and waits until it runs; the pool's thread may not be back from another one. */
  private AheadSeek begun(HeldScanner scanner) throws InterruptedException {
    AtomicReference<AheadSeek> seek = new AtomicReference<>();
    Searches.until(
        () -> {
          seek.set(store.newSeek(scanner));
          return seek.get().begin();
        });
    scanner.reached.await();
    return seek.get();
  }
}
