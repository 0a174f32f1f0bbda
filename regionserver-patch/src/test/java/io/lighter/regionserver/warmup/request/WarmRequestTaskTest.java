// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.WarmProgress;
import io.lighter.regionserver.warmup.FakeParts;
import io.lighter.regionserver.warmup.request.WarmRequestTask.RegionParts;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WarmRequestTaskTest {
  private final FakeParts stores = new FakeParts();
  private final AtomicInteger toldDone = new AtomicInteger();

  @Test
  void storesAreWarmedOneAfterTheOther() {
    WarmRequestTask task = start(stores.region("r1", "f", "g"), stores.region("r2", "f"));

    assertThat(stores.queue).hasSize(1);
    stores.runNext();
    assertThat(stores.queue).hasSize(1);
    stores.runAll();

    assertThat(stores.warmed).containsExactly("r1/f", "r1/g", "r2/f");
    assertThat(task.isDone()).isTrue();
    assertThat(toldDone).hasValue(1);
  }

  @Test
  void regionIsDoneWithItsLastStore() {
    WarmRequestTask task = start(stores.region("r1", "f", "g"), stores.region("r2", "f"));

    stores.runNext();
    assertThat(task.progress().getRegionsDone()).isZero();
    stores.runNext();

    assertThat(task.progress())
        .isEqualTo(
            WarmProgress.newBuilder()
                .setRegions(2)
                .setRegionsDone(1)
                .setBytesTotal(3 * FakeParts.BYTES)
                .setBytesDone(2 * FakeParts.BYTES)
                .setFailed(false)
                .build());
  }

  @Test
  void regionWithoutCachedFamiliesIsDoneAtOnce() {
    WarmRequestTask task = start(stores.region("r1"), stores.region("r2", "f"));

    assertThat(task.progress().getRegions()).isEqualTo(2);
    assertThat(task.progress().getRegionsDone()).isEqualTo(1);
    assertThat(task.isDone()).isFalse();
    assertThat(start(stores.region("r3")).isDone()).isTrue();
  }

  @Test
  void failureIsReportedAndTheOtherRegionsAreWarmed() {
    WarmRequestTask task =
        start(stores.failingRegion("r1", "the region closes"), stores.region("r2", "f"));

    stores.runAll();

    assertThat(task.progress().getFailed()).isTrue();
    assertThat(task.progress().getMessage()).isEqualTo("the region closes");
    assertThat(task.progress().getRegionsDone()).isEqualTo(2);
    assertThat(task.progress().getBytesDone()).isEqualTo(FakeParts.BYTES);
  }

  @Test
  void firstOfManyFailuresAreReported() {
    WarmRequestTask task =
        start(
            stores.failingRegion("r1", "a"),
            stores.failingRegion("r2", "b"),
            stores.failingRegion("r3", "c"),
            stores.failingRegion("r4", "d"),
            stores.failingRegion("r5", "e"));

    stores.runAll();

    assertThat(task.progress().getMessage()).isEqualTo("a; b; c; and 2 more");
  }

  @Test
  void cancelledRunWarmsNothingMore() {
    WarmRequestTask task = start(stores.region("r1", "f"), stores.region("r2", "f"));

    stores.runNext();
    task.cancel();
    stores.runAll();

    assertThat(stores.warmed).containsExactly("r1/f");
    assertThat(toldDone).hasValue(0);
  }

  @Test
  void refusedRunIsDoneWithAReason() {
    WarmRequestTask task = WarmRequestTask.refused(3, "too many");

    assertThat(task.isDone()).isTrue();
    assertThat(task.progress().getRegions()).isEqualTo(3);
    assertThat(task.progress().getRegionsDone()).isEqualTo(3);
    assertThat(task.progress().getMessage()).isEqualTo("too many");
  }

  @Test
  void schedulerOfAStoppedRegionServerIsNoFailure() {
    WarmRequestTask task =
        new WarmRequestTask(
            List.of(stores.region("r1", "f")),
            warming -> {
              throw new RejectedExecutionException();
            },
            toldDone::incrementAndGet);

    task.start();

    assertThat(task.isDone()).isFalse();
  }

  private WarmRequestTask start(RegionParts... regions) {
    WarmRequestTask task =
        new WarmRequestTask(List.of(regions), stores.queue::add, toldDone::incrementAndGet);
    task.start();
    return task;
  }
}
