// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TerminalProgressTest {
  private final StringWriter text = new StringWriter();
  private final AtomicLong clock = new AtomicLong();
  private final Progress progress = new TerminalProgress(new PrintWriter(text), clock::get);

  @Test
  void drawsABarAndLeavesOneLinePerStep() {
    progress.step("Loading");
    clock.addAndGet(TimeUnit.SECONDS.toNanos(3));
    progress.update(0.5);
    progress.step("Comparing");
    progress.finish();

    assertThat(text.toString()).contains("[############------------]  50 %");
    assertThat(List.of(text.toString().split("\n", 0)))
        .hasSize(2)
        .first()
        .asString()
        .endsWith("\u001b[KLoading                              3.0 s");
  }

  @Test
  void redrawsAtMostTenTimesASecond() {
    progress.step("Loading");
    int before = text.toString().length();
    progress.update(0.1);
    progress.update(0.2);

    assertThat(text.toString()).hasSize(before);
  }
}
