// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InFlightCompactionsTest {
  private int extraLong;
  private int extraShort;
  private final InFlightCompactions inFlight =
      new InFlightCompactions(
          (moreLong, moreShort) -> {
            extraLong = moreLong;
            extraShort = moreShort;
          },
          3);

  @Test
  void eachCompactionInFlightAddsAThreadToItsPool() {
    inFlight.begin(true);
    inFlight.begin(false);
    inFlight.begin(false);

    assertThat(extraLong).isEqualTo(1);
    assertThat(extraShort).isEqualTo(2);
  }

  @Test
  void addedThreadsAreRemovedAfterTheLastCompaction() {
    inFlight.begin(true);
    inFlight.begin(false);
    inFlight.end(false);
    inFlight.end(true);

    assertThat(extraLong).isZero();
    assertThat(extraShort).isZero();
  }

  /** The strategy pre-switch: a compaction's thread warms the output before it commits. */
  @Test
  void waitingThreadOfHBaseCountsAsInFlightUntilItsWaitEnds() throws Exception {
    List<Integer> longAndShort = new ArrayList<>();

    inThread(
        "rs-longCompactions-0", () -> inFlight.whileThreadWaits(() -> longAndShort.add(extraLong)));
    inThread(
        "rs-shortCompactions-1",
        () -> inFlight.whileThreadWaits(() -> longAndShort.add(extraShort)));
    inThread("a test's", () -> inFlight.whileThreadWaits(() -> longAndShort.add(extraLong)));

    assertThat(longAndShort).containsExactly(1, 1, 0);
    assertThat(extraLong + extraShort).isZero();
  }

  @Test
  void addedThreadIsRemovedAfterAFailedWait() throws Exception {
    inThread(
        "rs-longCompactions-0",
        () ->
            assertThatThrownBy(
                    () ->
                        inFlight.whileThreadWaits(
                            () -> {
                              throw new IllegalStateException("no block");
                            }))
                .hasMessage("no block"));

    assertThat(extraLong).isZero();
  }

  private static void inThread(String name, Runnable run) throws Exception {
    FutureTask<Void> task = new FutureTask<>(run, null);
    new Thread(task, name).start();
    task.get(1, TimeUnit.MINUTES);
  }

  @Test
  void addedThreadsAreLimitedAndGoToLongCompactionsFirst() {
    for (int i = 0; i < 5; i++) {
      inFlight.begin(true);
      inFlight.begin(false);
    }

    assertThat(extraLong).isEqualTo(3);
    assertThat(extraShort).isZero();
  }
}
