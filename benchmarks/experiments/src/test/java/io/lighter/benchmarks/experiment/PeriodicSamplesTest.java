// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.cluster.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PeriodicSamplesTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final AtomicInteger calls = new AtomicInteger();
  private final List<Exception> failures = new CopyOnWriteArrayList<>();

  @Test
  void failedSampleIsReportedAndLaterOnesAreKept() throws Exception {
    try (PeriodicSamples<Integer> samples = start()) {
      Await.until("three samples", LIMIT, () -> samples.soFar().size() >= 3);

      assertThat(samples.soFar()).startsWith(2, 3, 4);
      assertThat(failures).singleElement().isInstanceOf(IOException.class);
    }
  }

  @Test
  void noSampleIsTakenAfterTheEnd() throws Exception {
    PeriodicSamples<Integer> samples = start();
    Await.until("a sample", LIMIT, () -> !samples.soFar().isEmpty());

    samples.close();

    assertThat(samples.soFar()).hasSize(calls.get() - 1);
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("test-sampler") && thread.isAlive());
  }

  /** Samples are the numbers of the calls; the first call fails. */
  private PeriodicSamples<Integer> start() {
    return PeriodicSamples.start("test-sampler", Duration.ofMillis(1), this::sample, failures::add);
  }

  private int sample() throws IOException {
    int call = calls.incrementAndGet();
    if (call == 1) {
      throw new IOException("the first call");
    }
    return call;
  }
}
