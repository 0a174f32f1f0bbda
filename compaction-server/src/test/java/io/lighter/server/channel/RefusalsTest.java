// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.fixtures.ManualClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hbase.thirdparty.io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

class RefusalsTest {
  @Test
  void refusalsAreCountedAndLoggedOncePerTenSeconds() {
    ManualClock clock = new ManualClock();
    AtomicInteger counted = new AtomicInteger();
    ChannelEvents events =
        new ChannelEvents() {
          @Override
          public void channelOpened() {}

          @Override
          public void channelRefused() {
            counted.incrementAndGet();
          }
        };
    Refusals refusals = new Refusals(events, clock);
    EmbeddedChannel channel = new EmbeddedChannel();

    assertThat(refusals.add(channel, "first")).isTrue();
    assertThat(refusals.add(channel, "second")).isFalse();
    clock.advance(Duration.ofMillis(9_999));
    assertThat(refusals.add(channel, "third")).isFalse();
    clock.advance(Duration.ofMillis(1));
    assertThat(refusals.add(channel, "fourth")).isTrue();
    assertThat(counted).hasValue(4);
    channel.finishAndReleaseAll();
  }
}
