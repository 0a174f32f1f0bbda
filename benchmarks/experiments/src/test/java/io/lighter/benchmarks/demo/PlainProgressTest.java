// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PlainProgressTest {
  private final StringWriter text = new StringWriter();
  private final AtomicLong clock = new AtomicLong();
  private final Progress progress = new PlainProgress(new PrintWriter(text), clock::get);

  @Test
  void eachStepTellsOnceHowLongItTook() {
    progress.step("Loading");
    clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(3_200));
    progress.step("Comparing");
    clock.addAndGet(TimeUnit.SECONDS.toNanos(2));
    progress.finish();
    progress.finish();

    assertThat(text.toString().lines())
        .containsExactly("Loading", "  took 3.2 s", "Comparing", "  took 2.0 s");
  }
}
