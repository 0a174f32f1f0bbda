// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ThreadCpuTest {
  private static final long WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  @Test
  void onlyThreadsOfThePoolsCount() throws Exception {
    ThreadCpu cpu = new ThreadCpu();
    ExecutorService pool =
        Executors.newFixedThreadPool(1, cpu.measuring(WarmupScheduler.threadsNamed("cpu-%d")));
    try {
      assertThat(cpu.getAsLong()).isZero();
      pool.submit(
              () -> {
                while (cpu.getAsLong() < WORK_NANOS) {
                  Thread.onSpinWait();
                }
              })
          .get(1, TimeUnit.MINUTES);

      assertThat(cpu.getAsLong()).isGreaterThanOrEqualTo(WORK_NANOS);
    } finally {
      pool.shutdownNow();
    }
  }
}
