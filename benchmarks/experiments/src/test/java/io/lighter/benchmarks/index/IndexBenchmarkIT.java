// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.demo.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The benchmark of indexes on a cluster of several processes. */
@Tag("long")
class IndexBenchmarkIT {
  private static final int DELAY_US = 20_000;

  /** A get or a put is one call; a lookup is one to the index and one to the table. */
  @Test
  void callsAndAnswersBetweenProcessesAreDelayed() throws IOException {
    IndexPlan plan = new IndexPlan(4_000, 1, 1, 10, DELAY_US, 47);
    StringWriter console = new StringWriter();

    IndexResults results =
        new IndexBenchmark(plan, Progress.on(new PrintWriter(console, true))).run();

    assertThat(micros(results, Kind.GET)).isGreaterThanOrEqualTo(2 * DELAY_US);
    assertThat(micros(results, Kind.PLAIN_PUT)).isGreaterThanOrEqualTo(2 * DELAY_US);
    assertThat(micros(results, Kind.LOOKUP)).isGreaterThanOrEqualTo(4 * DELAY_US);
    assertThat(results.operations(Kind.WIDE_OVERWRITE_10)).isEqualTo(10);
  }

  private static double micros(IndexResults results, Kind kind) {
    return results.p50(kind).orElseThrow();
  }
}
