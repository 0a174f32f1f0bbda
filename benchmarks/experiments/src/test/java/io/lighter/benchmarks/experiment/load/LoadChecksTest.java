// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.experiment.SampleSeries;
import io.lighter.benchmarks.experiment.Samples;
import io.lighter.benchmarks.experiment.TimeSpan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LoadChecksTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");
  private static final int WINDOW_S = 10;
  private static final int WINDOWS = 4;
  private static final long MB = 1 << 20;
  private static final LoadPlan PLAN = LoadPlan.of(1, true, 1_000, 20, KeyOrder.RANDOM, Map.of());

  @Test
  void loadWithAllFiguresCounts() {
    assertThat(failures(run(Engine.RGO, windows(), log(3, 2), space(), samples()))).isEmpty();
    assertThat(failures(run(Engine.RG, windows(), log(3, 0), space(), samples()))).isEmpty();
  }

  @Test
  void loadWithoutSamplesOfTheSpaceDoesNotCount() {
    assertThat(failures(run(Engine.RG, windows(), log(3, 0), List.of(), samples())))
        .containsExactly("the space in HDFS has no sample from the second half of the data");
  }

  @Test
  void loadWithoutCountersDoesNotCount() {
    assertThat(failures(run(Engine.RG, windows(), log(3, 0), space(), new SampleSeries(List.of()))))
        .containsExactly("the counters of the block cache are unknown in 4 of 4 windows");
    SampleSeries half =
        new SampleSeries(List.of(Samples.at(START, 0, 0), Samples.at(at(2 * WINDOW_S), 0, 60)));
    assertThat(failures(run(Engine.RG, windows(), log(3, 0), space(), half)))
        .containsExactly("the counters of the block cache are unknown in 2 of 4 windows");
  }

  @Test
  void loadWithoutReadsOrFlushesDoesNotCount() {
    LoadRun run =
        run(
            Engine.RG,
            new LoadWindows(List.of(), 0, 0),
            new StoreLog(List.of(), List.of(), 0),
            space(),
            samples());

    assertThat(failures(run)).containsExactly("no read was measured", "no flush was logged");
    LoadPlan unread = LoadPlan.of(1, true, 1_000, 0, KeyOrder.RANDOM, Map.of());
    assertThat(LoadChecks.failures(of(unread, run))).containsExactly("no flush was logged");
  }

  @Test
  void loadWithOnlyDisturbedWindowsDoesNotCount() {
    LoadWindows disturbed =
        LoadWindows.of(windows().counted(), true, span -> Map.of("other_cpu_s", 5.0));

    assertThat(failures(run(Engine.RG, disturbed, log(3, 0), space(), samples())))
        .containsExactly("other programs or the hypervisor disturbed all 4 windows");
  }

  @Test
  void offloadedEngineOffloadsSomething() {
    assertThat(failures(run(Engine.HDO, windows(), log(3, 0), space(), samples())))
        .containsExactly("none of 3 compactions was offloaded");
    LoadRun idle = run(Engine.RGO, windows(), log(0, 0), space(), samples());
    assertThat(failures(idle)).containsExactly("none of 0 compactions was offloaded");
    LoadPlan ascending = LoadPlan.of(1, true, 1_000, 20, KeyOrder.ASCENDING, Map.of());
    assertThat(LoadChecks.failures(of(ascending, idle))).as("nothing to merge").isEmpty();
    assertThat(
            LoadChecks.failures(
                of(ascending, run(Engine.RGO, windows(), log(1, 0), space(), samples()))))
        .containsExactly("none of 1 compactions was offloaded");
  }

  @Test
  void readsWithoutFiguresOfTheBlockCacheNeedNoCounters() {
    Reads reads = new Reads(windows(), new SampleSeries(List.of()));

    assertThat(LoadChecks.windowFailures(reads)).isEmpty();
    assertThat(LoadChecks.failures(reads)).hasSize(1);
    assertThat(LoadChecks.windowFailures(new Reads(new LoadWindows(List.of(), 0, 0), samples())))
        .containsExactly("no read was measured");
  }

  @Test
  void mergeThatIsLargeAndBesideWindowsCounts() {
    assertThat(LoadChecks.failures(merge(Engine.TIO, 16, 1, 3))).isEmpty();
    assertThat(LoadChecks.failures(merge(Engine.TI, 16, 0, 3))).as("local").isEmpty();
  }

  @Test
  void mergeWithinTheFastTierDoesNotCount() {
    long flush = merge(Engine.TI, 4, 0, 3).row().plan().flushBytes();

    assertThat(LoadChecks.failures(merge(Engine.TI, 4, 0, 3)))
        .containsExactly(
            "no merge was over tiers: the largest output has %d bytes, expected %d or more"
                .formatted(4 * flush, 8 * flush));
  }

  @Test
  void mergeThatAnOffloadedEngineRunsLocallyDoesNotCount() {
    assertThat(LoadChecks.failures(merge(Engine.TIO, 16, 0, 3)))
        .containsExactly("no merge was offloaded");
  }

  @Test
  void mergeWithoutWindowsAfterItDoesNotCount() {
    assertThat(LoadChecks.failures(merge(Engine.TI, 16, 0, WINDOWS)))
        .containsExactly("no window counts before, during or after the merges: 1, 1, 0");
  }

  /** A merge of so many flushes in the third of the windows, after which one is compared. */
  private static MergeRun merge(Engine engine, int flushes, int offloaded, int after) {
    LoadPlan plan = LoadPlan.tiers(1, true, Map.of());
    long bytes = flushes * plan.flushBytes();
    return new MergeRun(
        Row.load(engine, plan).read(ReadSetting.merge(engine)),
        1,
        new TimeSpan(START, at(WINDOW_S + 1)),
        new TimeSpan(at(2 * WINDOW_S + 1), at(2 * WINDOW_S + 2)),
        new TimeSpan(at(after * WINDOW_S), at((after + 1) * WINDOW_S)),
        new Reads(windows(), samples()),
        new StoreLog(
            List.of(),
            List.of(
                new StoreLog.Compaction(
                    at(2 * WINDOW_S + 1), at(2 * WINDOW_S + 2), 4, bytes, 1, bytes)),
            offloaded),
        List.of());
  }

  private static List<String> failures(LoadRun run) {
    return LoadChecks.failures(run);
  }

  /** The run as one of another plan. */
  private static LoadRun of(LoadPlan plan, LoadRun run) {
    return new LoadRun(
        Row.load(run.row().engine(), plan),
        run.repeat(),
        run.span(),
        run.reads(),
        run.inserts(),
        run.log(),
        run.space(),
        run.failures());
  }

  private static LoadRun run(
      Engine engine,
      LoadWindows windows,
      StoreLog log,
      List<SpaceSample> space,
      SampleSeries samples) {
    TimeSpan load = new TimeSpan(START, at(WINDOWS * WINDOW_S));
    return new LoadRun(
        Row.load(engine, PLAN),
        1,
        load,
        new Reads(windows, samples),
        new Histogram(3),
        log,
        space,
        List.of());
  }

  private static LoadWindows windows() {
    List<ReadWindow> windows = new ArrayList<>();
    for (int number = 0; number < WINDOWS; number++) {
      windows.add(
          new ReadWindow(
              number,
              PLAN.kindOf(number),
              new TimeSpan(at(number * WINDOW_S), at((number + 1) * WINDOW_S)),
              new Histogram(3),
              new Histogram(3)));
    }
    return new LoadWindows(windows, 0, 0);
  }

  private static StoreLog log(int compactions, int offloaded) {
    return new StoreLog(
        List.of(new StoreLog.Flush(at(5), 10 * MB), new StoreLog.Flush(at(15), 10 * MB)),
        Collections.nCopies(
            compactions, new StoreLog.Compaction(at(16), at(17), 2, 20 * MB, 1, 20 * MB)),
        offloaded);
  }

  private static List<SpaceSample> space() {
    return List.of(new SpaceSample(at(20), 25 * MB));
  }

  private static SampleSeries samples() {
    return new SampleSeries(
        List.of(Samples.at(START, 0, 0), Samples.at(at(WINDOWS * WINDOW_S), 0, 100)));
  }

  private static Instant at(int second) {
    return START.plusSeconds(second);
  }
}
