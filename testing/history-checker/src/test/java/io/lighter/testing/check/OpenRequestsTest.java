// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class OpenRequestsTest {
  private long now = 1_000;
  private final ActivityLog regionChanges = new ActivityLog(() -> now);
  private final OpenRequests requests = new OpenRequests(() -> now, regionChanges);

  @Test
  void longestRequestCountsOnSuccessAndFailure() throws Exception {
    assertThat(requests.timed(() -> answerAfter(5))).isEqualTo("answer");
    assertThat(requests.longestNanos()).isEqualTo(5);

    assertThatThrownBy(
            () ->
                requests.timed(
                    () -> {
                      now += 7;
                      throw new IOException("no answer");
                    }))
        .isInstanceOf(IOException.class);
    assertThat(requests.longestNanos()).isEqualTo(7);

    requests.timed(() -> answerAfter(6));
    assertThat(requests.longestNanos()).isEqualTo(7);
  }

  @Test
  void requestDuringARegionChangeIsCountedSeparately() throws Exception {
    regionChanges.during(() -> requests.timed(() -> answerAfter(8)));
    now++;
    requests.timed(() -> answerAfter(4));

    assertThat(requests.longestNanos()).isEqualTo(8);
    assertThat(requests.longestServedNanos()).isEqualTo(4);
  }

  @Test
  void requestInProgressCounts() {
    requests.timed(
        () -> {
          now += 9;
          assertThat(requests.longestNanos()).isEqualTo(9);
          return "answer";
        });
  }

  @Test
  void earlierRequestCountsFromTheRestartOn() {
    requests.timed(
        () -> {
          now += 100;
          requests.restart();
          assertThat(requests.longestNanos()).isZero();
          return answerAfter(3);
        });

    assertThat(requests.longestNanos()).isEqualTo(3);
  }

  @Test
  void awaitBegunWaitsForRequestsOrTheLimit() throws Exception {
    OpenRequests real = new OpenRequests(System::nanoTime, new ActivityLog(System::nanoTime));
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch ends = new CountDownLatch(1);
    FutureTask<Void> reader =
        new FutureTask<>(
            () -> {
              real.whole(
                  () -> {
                    begun.countDown();
                    ends.await();
                  });
              return null;
            });
    assertThat(real.awaitBegun(Duration.ZERO)).isTrue();
    new Thread(reader).start();
    begun.await();
    assertThat(real.awaitBegun(Duration.ofMillis(50))).isFalse();
    ends.countDown();
    assertThat(real.awaitBegun(Duration.ofMinutes(1))).isTrue();
    reader.get();
  }

  private String answerAfter(long nanos) {
    now += nanos;
    return "answer";
  }
}
