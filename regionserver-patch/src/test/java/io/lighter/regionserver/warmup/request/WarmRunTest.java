// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.WarmProgress;
import io.lighter.regionserver.warmup.FakeParts;
import io.lighter.regionserver.warmup.request.WarmRun.RegionParts;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WarmRunTest {
  private final FakeParts stores = new FakeParts();
  private final AtomicInteger toldDone = new AtomicInteger();

  @Test
  void storesAreWarmedOneAfterTheOther() {
    WarmRun run = start(stores.region("r1", "f", "g"), stores.region("r2", "f"));

    assertThat(stores.queue).hasSize(1);
    stores.runNext();
    assertThat(stores.queue).hasSize(1);
    stores.runAll();

    assertThat(stores.warmed).containsExactly("r1/f", "r1/g", "r2/f");
    assertThat(run.isDone()).isTrue();
    assertThat(toldDone).hasValue(1);
  }

  @Test
  void regionIsDoneWithItsLastStore() {
    WarmRun run = start(stores.region("r1", "f", "g"), stores.region("r2", "f"));

    stores.runNext();
    assertThat(run.progress().getRegionsDone()).isZero();
    stores.runNext();

    assertThat(run.progress())
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
    WarmRun run = start(stores.region("r1"), stores.region("r2", "f"));

    assertThat(run.progress().getRegions()).isEqualTo(2);
    assertThat(run.progress().getRegionsDone()).isEqualTo(1);
    assertThat(run.isDone()).isFalse();
    assertThat(start(stores.region("r3")).isDone()).isTrue();
  }

  @Test
  void failureIsReportedAndTheOtherRegionsAreWarmed() {
    WarmRun run = start(stores.failingRegion("r1", "the region closes"), stores.region("r2", "f"));

    stores.runAll();

    assertThat(run.progress().getFailed()).isTrue();
    assertThat(run.progress().getMessage()).isEqualTo("the region closes");
    assertThat(run.progress().getRegionsDone()).isEqualTo(2);
    assertThat(run.progress().getBytesDone()).isEqualTo(FakeParts.BYTES);
  }

  @Test
  void firstOfManyFailuresAreReported() {
    WarmRun run =
        start(
            stores.failingRegion("r1", "a"),
            stores.failingRegion("r2", "b"),
            stores.failingRegion("r3", "c"),
            stores.failingRegion("r4", "d"),
            stores.failingRegion("r5", "e"));

    stores.runAll();

    assertThat(run.progress().getMessage()).isEqualTo("a; b; c; and 2 more");
  }

  @Test
  void cancelledRunWarmsNothingMore() {
    WarmRun run = start(stores.region("r1", "f"), stores.region("r2", "f"));

    stores.runNext();
    run.cancel();
    stores.runAll();

    assertThat(stores.warmed).containsExactly("r1/f");
    assertThat(toldDone).hasValue(0);
  }

  @Test
  void refusedRunIsDoneWithAReason() {
    WarmRun run = WarmRun.refused(3, "too many");

    assertThat(run.isDone()).isTrue();
    assertThat(run.progress().getRegions()).isEqualTo(3);
    assertThat(run.progress().getRegionsDone()).isEqualTo(3);
    assertThat(run.progress().getMessage()).isEqualTo("too many");
  }

  @Test
  void schedulerOfAStoppedRegionServerIsNoFailure() {
    WarmRun run =
        new WarmRun(
            List.of(stores.region("r1", "f")),
            warming -> {
              throw new RejectedExecutionException();
            },
            toldDone::incrementAndGet);

    run.start();

    assertThat(run.isDone()).isFalse();
  }

  private WarmRun start(RegionParts... regions) {
    WarmRun run = new WarmRun(List.of(regions), stores.queue::add, toldDone::incrementAndGet);
    run.start();
    return run;
  }
}
