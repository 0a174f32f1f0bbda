// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.testing.fixtures.ManualClock;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class RetriesTest {
  private final ManualClock clock = new ManualClock();
  private final List<Duration> pauses = new ArrayList<>();
  private final List<Exception> failures = new ArrayList<>();
  private final Retries retries =
      new Retries(
          clock,
          pause -> {
            pauses.add(pause);
            clock.advance(pause);
          });

  /** A NameNode that is restarted refuses each connection at once for that long. */
  @Test
  void requestsSucceedOnceTheNameNodeIsBack() throws Exception {
    Callable<Void> request = availableAfter(Duration.ofSeconds(90));

    retries.send("bulk load", request, failures::add);

    assertThat(failures).hasSizeBetween(10, 40).allMatch(ConnectException.class::isInstance);
    assertThat(pauses).startsWith(Duration.ofMillis(200), Duration.ofMillis(400));
    assertThat(pauses).last().isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void requestsThatFailForFiveMinutesAreGivenUp() {
    Callable<Void> request = availableAfter(Duration.ofDays(1));

    assertThatThrownBy(() -> retries.send("bulk load", request, failures::add))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("bulk load failed 6")
        .hasMessageEndingWith(" s")
        .hasCauseInstanceOf(ConnectException.class);

    assertThat(clock.millis()).isBetween(300_000L, 305_000L);
  }

  @Test
  void interruptsAreNotRetried() {
    assertThatThrownBy(
            () ->
                retries.send(
                    "bulk load",
                    () -> {
                      throw new InterruptedException();
                    },
                    failures::add))
        .isInstanceOf(InterruptedException.class);

    assertThat(failures).isEmpty();
    assertThat(pauses).isEmpty();
  }

  private Callable<Void> availableAfter(Duration down) {
    return () -> {
      if (clock.millis() < down.toMillis()) {
        throw new ConnectException("Connection refused");
      }
      return null;
    };
  }
}
