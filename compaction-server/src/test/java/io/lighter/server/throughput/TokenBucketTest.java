// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final TokenBucket bucket = new TokenBucket(0, Long.MAX_VALUE);
  private long now;

  @Test
  void bytesPerSecondEqualTheRate() {
    bucket.rate(1_000_000, now);

    assertThat(passedIn(10 * SECOND, 64 * 1024)).isBetween(10_000_000L, 10_170_000L);
  }

  @Test
  void unusedBytesAreBounded() {
    bucket.rate(1_000_000, now);
    now += 3600 * SECOND;

    assertThat(passedIn(SECOND, 1_000)).isLessThan(1_110_000);
  }

  @Test
  void burstIsBoundedInBytesAtAnyRate() {
    TokenBucket bounded = new TokenBucket(0, 500_000);
    bounded.rate(1_000_000_000, now);
    now += SECOND;

    assertThat(bounded.nanosToWait(now)).isZero();
    bounded.take(500_001);
    assertThat(bounded.nanosToWait(now)).isPositive();
  }

  @Test
  void debtOfAHighRateDoesNotStopALowOneForLong() {
    bucket.rate(100_000_000, now);
    bucket.take(64 * 1024);
    bucket.rate(1_000, now);

    assertThat(bucket.nanosToWait(now)).isLessThanOrEqualTo(SECOND / 10 + 1);
  }

  @Test
  void rateZeroPausesUntilAnotherRateIsSet() {
    bucket.rate(0, now);
    now += SECOND;
    assertThat(bucket.nanosToWait(now)).isEqualTo(Long.MAX_VALUE);

    bucket.rate(10, now);
    assertThat(bucket.nanosToWait(now)).isZero();
  }

  private long passedIn(long nanos, int step) {
    long end = now + nanos;
    long passed = 0;
    while (now < end) {
      long wait = bucket.nanosToWait(now);
      if (wait > 0) {
        now += wait;
      } else {
        bucket.take(step);
        passed += step;
      }
    }
    return passed;
  }
}
