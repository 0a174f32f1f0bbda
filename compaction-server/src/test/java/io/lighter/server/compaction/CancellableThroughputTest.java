// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.server.job.JobControl;
import org.junit.jupiter.api.Test;

class CancellableThroughputTest {
  private final JobControl control = new JobControl();
  private final CancellableThroughput throughput = new CancellableThroughput(control);

  /** HBase's compactor checks after each cell, so a cancel takes effect without a blocking call. */
  @Test
  void cancelStopsTheCompactorAtTheNextCell() throws InterruptedException {
    assertThat(throughput.control("compaction", 1)).isZero();
    assertThat(throughput.isStopped()).isFalse();

    control.cancel();

    assertThatExceptionOfType(InterruptedException.class)
        .isThrownBy(() -> throughput.control("compaction", 1));
    assertThat(throughput.isStopped()).isTrue();
  }
}
