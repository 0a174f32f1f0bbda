// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.client.commit;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ServiceException;
import io.lighter.testing.fixtures.ManualClock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.junit.jupiter.api.Test;

class CallRetriesTest {
  private final ManualClock clock = new ManualClock();

  @Test
  void settingsAreThoseOfHBasesClient() {
    Configuration conf = new Configuration(false);
    conf.setInt("hbase.client.retries.number", 3);
    conf.setInt("hbase.client.pause", 7);
    conf.setInt("hbase.client.operation.timeout", 5_000);

    assertThat(CallRetries.of(conf)).isEqualTo(new CallRetries(3, 7, Duration.ofSeconds(5)));
  }

  @Test
  void callIsRepeatedAsOftenAsItMayBe() {
    CallRetries.Attempts attempts =
        new CallRetries(2, 0, Duration.ofMinutes(1)).new Attempts(clock);

    assertThat(attempts.next()).isTrue();
    assertThat(attempts.next()).isTrue();
    assertThat(attempts.next()).isFalse();
  }

  @Test
  void noAttemptBeginsAfterTheTime() {
    CallRetries.Attempts attempts =
        new CallRetries(9, 0, Duration.ofMinutes(1)).new Attempts(clock);
    assertThat(attempts.next()).isTrue();

    clock.advance(Duration.ofMinutes(1).plusNanos(1));

    assertThat(attempts.next()).isFalse();
  }

  /** Pauses of all repetitions: 100, 200, 300, 500 and 1,000 ms, and a little by chance. */
  @Test
  void refusedCallIsRepeatedMoreOftenInTheSameTime() {
    List<Long> pauses = new ArrayList<>();
    CallRetries.Attempts attempts =
        new CallRetries(5, 100, Duration.ofMinutes(1)).new Attempts(clock, pauses::add);

    while (attempts.nextAfterRefusal()) {
      assertThat(pauses).hasSizeLessThan(9);
    }

    assertThat(pauses).hasSize(6).allMatch(pause -> pause <= 500);
    assertThat(pauses.stream().mapToLong(Long::longValue).sum()).isBetween(2_100L, 2_106L);
  }

  @Test
  void refusedCallIsNotRepeatedIfNoCallIsOrAfterTheTime() {
    assertThat(
            new CallRetries(0, 100, Duration.ofMinutes(1)).new Attempts(clock).nextAfterRefusal())
        .isFalse();
    assertThat(
            new CallRetries(9, 100, Duration.ofMillis(50)).new Attempts(clock).nextAfterRefusal())
        .isFalse();
  }

  @Test
  void interruptedThreadMakesNoOtherAttempt() {
    CallRetries.Attempts attempts =
        new CallRetries(9, 1, Duration.ofMinutes(1)).new Attempts(clock);
    Thread.currentThread().interrupt();

    assertThat(attempts.next()).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void reasonIsFoundInHBasesWrapping() {
    IOException reason = new NotServingRegionException("moved");
    Exception wrapped =
        new ServiceException("call", new RetriesExhaustedException("tried", reason));

    assertThat(CallRetries.reason(wrapped)).isSameAs(reason);
    assertThat(CallRetries.reason(reason)).isSameAs(reason);
    assertThat(CallRetries.reason(new ServiceException("alone")))
        .hasCauseInstanceOf(ServiceException.class);
  }

  @Test
  void timeOutIsNoInterrupt() {
    assertThat(CallRetries.isInterrupt(new InterruptedIOException())).isTrue();
    assertThat(CallRetries.isInterrupt(new SocketTimeoutException())).isFalse();
    assertThat(CallRetries.isInterrupt(new IOException())).isFalse();
  }
}
