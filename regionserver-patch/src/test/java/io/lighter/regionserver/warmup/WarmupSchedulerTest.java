// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.protocol.LighterProtos.WarmupReport;
import io.lighter.regionserver.warmup.WarmupScheduler.Warming;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One runner, which a warm-up of another region occupies until {@link #letGo}. */
class WarmupSchedulerTest {
  private final WarmupScheduler scheduler =
      new WarmupScheduler(1, WarmupScheduler.threadsNamed("warmup-%d"), () -> {});
  private final CountDownLatch letGo = new CountDownLatch(1);

  /** Names, in the order of their runs. */
  private final List<String> ran = new CopyOnWriteArrayList<>();

  private final Warming first = new Recorded("r", "first");
  private final Warming second = new Recorded("r", "second");

  @BeforeEach
  void occupyTheRunner() {
    scheduler.submit(
        new Recorded("other", "long") {
          @Override
          public void run() {
            await(letGo);
          }
        });
    scheduler.submit(first);
    scheduler.submit(second);
  }

  @AfterEach
  void close() {
    letGo.countDown();
    scheduler.close();
  }

  @Test
  void warmupsOfARegionRunInTheOrderOfTheirCommits() {
    finish();

    assertThat(ran).containsExactly("first", "second");
  }

  @Test
  void warmupThatWaitsForARunnerSkipsItsTurn() {
    scheduler.skipTurn(first, Runnable::run);
    assertThat(ran).containsExactly("first");

    finish();
    assertThat(ran).containsExactly("first", "second");
  }

  @Test
  void warmupThatWaitsForItsRegionSkipsItsTurn() {
    scheduler.skipTurn(second, Runnable::run);
    assertThat(ran).containsExactly("second");

    finish();
    assertThat(ran).containsExactly("second", "first");
  }

  @Test
  void warmupWaitsOnIfItIsRejectedElsewhere() {
    for (Warming each : List.of(first, second)) {
      assertThatThrownBy(() -> scheduler.skipTurn(each, WarmupSchedulerTest::refuse))
          .isInstanceOf(RejectedExecutionException.class);
    }

    finish();
    assertThat(ran).containsExactlyInAnyOrder("first", "second");
  }

  @Test
  void warmupThatHasRunDoesNotRunAgain() {
    scheduler.skipTurn(first, Runnable::run);
    scheduler.skipTurn(first, Runnable::run);

    finish();
    scheduler.skipTurn(second, Runnable::run);
    assertThat(ran).containsExactly("first", "second");
  }

  @Test
  void regionIsServedAfterAWarmupThatSkippedItsTurn() {
    scheduler.skipTurn(first, Runnable::run);
    scheduler.skipTurn(second, Runnable::run);
    finish();
    scheduler.submit(new Recorded("r", "third"));

    finish();
    assertThat(ran).containsExactly("first", "second", "third");
  }

  /** The runner is occupied, and the region has warm-ups that wait. */
  @Test
  void requestedWarmupTakesNoRunnerAndNoTurnOfItsRegion() throws InterruptedException {
    CountDownLatch hasRun = new CountDownLatch(1);
    scheduler.submitRequested(
        new Recorded("r", "requested") {
          @Override
          public void run() {
            super.run();
            hasRun.countDown();
          }
        });

    assertThat(hasRun.await(1, TimeUnit.MINUTES)).isTrue();
    finish();
    assertThat(ran).containsExactly("requested", "first", "second");
  }

  @Test
  void requestedWarmupDelaysNoWarmupOfACompaction() {
    CountDownLatch requestEnds = new CountDownLatch(1);
    scheduler.submitRequested(
        new Recorded("r", "requested") {
          @Override
          public void run() {
            await(requestEnds);
          }
        });
    try {
      finish();

      assertThat(ran).containsExactly("first", "second");
    } finally {
      requestEnds.countDown();
    }
  }

  /** Returns when all submitted warm-ups and their regions have ended. */
  private void finish() {
    letGo.countDown();
    for (String region : List.of("other", "r")) {
      CountDownLatch last = new CountDownLatch(1);
      scheduler.submit(
          new Recorded(region, "last") {
            @Override
            public void run() {
              last.countDown();
            }
          });
      await(last);
    }
  }

  private static void refuse(Runnable task) {
    throw new RejectedExecutionException("no thread for " + task);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private class Recorded implements Warming {
    private final String region;
    private final String name;

    Recorded(String region, String name) {
      this.region = region;
      this.name = name;
    }

    @Override
    public String region() {
      return region;
    }

    @Override
    public void run() {
      ran.add(name);
    }

    @Override
    public int percent() {
      return -1;
    }

    @Override
    public WarmupReport report() {
      return WarmupReport.getDefaultInstance();
    }

    @Override
    public boolean isMoving() {
      return false;
    }

    @Override
    public boolean isAdaptive() {
      return false;
    }

    @Override
    public void tick() {}
  }
}
