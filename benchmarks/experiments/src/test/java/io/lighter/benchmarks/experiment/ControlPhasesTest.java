// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.demo.Progress;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ControlPhasesTest {
  private static final Duration SHORT = Duration.ofMillis(20);

  @Test
  void pageCacheIsDroppedOnceBetweenTheTwoTimes() throws Exception {
    Clock clock = Clock.systemUTC();
    List<Instant> drops = new ArrayList<>();
    Progress progress = Progress.on(new PrintWriter(new ByteArrayOutputStream(), true, UTF_8));

    ControlPhases passed =
        ControlPhases.pass(
            new Pauses(new Running(), progress),
            clock,
            SHORT,
            () -> drops.add(clock.instant()),
            SHORT);

    assertThat(drops)
        .singleElement()
        .satisfies(
            drop ->
                assertThat(drop)
                    .isAfterOrEqualTo(passed.compaction().to())
                    .isBeforeOrEqualTo(passed.warmup().from()));
    for (TimeSpan span : List.of(passed.compaction(), passed.warmup())) {
      assertThat(Duration.between(span.from(), span.to())).isGreaterThanOrEqualTo(SHORT);
    }
  }

  /** Clients that never end. */
  private static final class Running implements Workload.Clients {
    @Override
    public List<Long> pids() {
      return List.of();
    }

    @Override
    public boolean areWorking() {
      return true;
    }

    @Override
    public void requireRunning() {}

    @Override
    public LatencyLog stop() {
      return new LatencyLog();
    }

    @Override
    public void close() {}
  }
}
