// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.experiment.SampleSeries;
import io.lighter.benchmarks.experiment.TimeSpan;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LoadRunTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");
  private static final long MB = 1 << 20;
  private static final LoadPlan UNLIMITED = LoadPlan.unlimited(1, true, KeyOrder.RANDOM, Map.of());
  private static final LoadPlan PACED = LoadPlan.of(1, true, 1_000, 20, KeyOrder.RANDOM, Map.of());

  @Test
  void compactionsThatOverlapCountOnceAndOnlyInTheLoad() {
    LoadRun run = run(UNLIMITED, compaction(10, 30), compaction(20, 25), compaction(28, 40));

    assertThat(run.compactingShare()).isEqualTo(0.3);
    assertThat(run(UNLIMITED, compaction(90, 130)).compactingShare()).isEqualTo(0.1);
    assertThat(run(UNLIMITED, compaction(110, 130)).compactingShare()).isZero();
    assertThat(run(UNLIMITED).compactingShare()).isZero();
  }

  @Test
  void loadHasSettledWhenTheLastCompactionHasEnded() {
    assertThat(run(UNLIMITED, compaction(90, 130), compaction(95, 101)).settledSeconds())
        .isEqualTo(130);
    assertThat(run(UNLIMITED, compaction(10, 30)).settledSeconds()).isEqualTo(100);
  }

  @Test
  void withoutARateAFlushIsLiveOnlyASecondBeforeItIsLogged() {
    assertThat(run(PACED).peakSpace()).hasValue(1.5);
    assertThat(run(UNLIMITED).peakSpace()).as("the flush of second 54 is not there").hasValue(3);
  }

  /** A load of 100 s with two flushes, and a sample of the space four seconds before the second. */
  private static LoadRun run(LoadPlan plan, StoreLog.Compaction... compactions) {
    return new LoadRun(
        Row.load(Engine.FO, plan),
        1,
        new TimeSpan(at(0), at(100)),
        new Reads(new LoadWindows(List.of(), 0, 0), new SampleSeries(List.of())),
        new Histogram(3),
        new StoreLog(
            List.of(new StoreLog.Flush(at(40), 10 * MB), new StoreLog.Flush(at(54), 10 * MB)),
            List.of(compactions),
            0),
        List.of(new SpaceSample(at(50), 30 * MB)),
        List.of());
  }

  private static StoreLog.Compaction compaction(int from, int to) {
    return new StoreLog.Compaction(at(from), at(to), 2, MB, 1, MB);
  }

  private static Instant at(int second) {
    return START.plusSeconds(second);
  }
}
