// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LatencyRecorderTest {
  private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(10);

  private final LatencyRecorder recorder = new LatencyRecorder();

  @Test
  void aReadBelongsToThePhaseInWhichItStarted() {
    recorder.enter(Phase.BEFORE);
    Phase started = recorder.phase();
    recorder.enter(Phase.DURING);
    recorder.record(Operation.GET, started, 0, TimeUnit.MILLISECONDS.toNanos(2), INTERVAL);

    assertThat(recorder.latency(Operation.GET, Phase.BEFORE).samples()).isEqualTo(1);
    assertThat(recorder.latency(Operation.GET, Phase.BEFORE).meanMs()).isEqualTo(2, within(0.01));
    assertThat(recorder.latency(Operation.GET, Phase.DURING).samples()).isZero();
    assertThat(recorder.latency(Operation.SCAN, Phase.BEFORE).samples()).isZero();
  }

  @Test
  void stallCountsForReadsScheduledMeanwhile() {
    recorder.record(Operation.GET, Phase.DURING, 0, TimeUnit.MILLISECONDS.toNanos(100), INTERVAL);

    assertThat(recorder.latency(Operation.GET, Phase.DURING).samples()).isEqualTo(10);
    assertThat(recorder.latency(Operation.GET, Phase.DURING).meanMs()).isEqualTo(55, within(0.5));
  }
}
