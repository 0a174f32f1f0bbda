package io.lighter.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SteadyPaceTest {
  private long now = 100;
  private long rate = 1000;
  private final SteadyPace pace = new SteadyPace(() -> rate, () -> now);

  @Test
  void firstBytesNeedNotWait() {
    assertThat(pace.nanosBefore(500)).isZero();
  }

  @Test
  void whoComesNextWaitsForTheBytesBefore() {
    pace.nanosBefore(500);

    assertThat(pace.nanosBefore(500)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(500));
    assertThat(pace.nanosBefore(1)).isEqualTo(TimeUnit.SECONDS.toNanos(1));
  }

  @Test
  void timeThatPassedIsNotWaitedAgain() {
    pace.nanosBefore(500);
    now += TimeUnit.MILLISECONDS.toNanos(400);

    assertThat(pace.nanosBefore(500)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
  }

  @Test
  void idleTimeIsNotSavedForABurst() {
    now += TimeUnit.HOURS.toNanos(1);
    pace.nanosBefore(500);

    assertThat(pace.nanosBefore(500)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(500));
  }

  @Test
  void changedRateHoldsFromTheNextBytesOn() {
    rate = 2000;
    pace.nanosBefore(500);

    assertThat(pace.nanosBefore(500)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(250));
  }
}
