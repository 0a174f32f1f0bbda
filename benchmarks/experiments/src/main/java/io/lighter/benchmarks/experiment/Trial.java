// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;

/**
 * A single measurement of one strategy: clients work on a cached table, the table is compacted once
 * or several times in a row, and latencies are recorded until the blocks are warm again each time.
 * Used once, by one thread.
 *
 * <p>The control, {@link Strategy#OFF}, compacts nothing and lets the expected durations pass.
 */
public final class Trial {
  private static final double BUSY = 0.5;
  private static final Duration CLIENT_START = Duration.ofMinutes(2);

  private final LocalCluster cluster;
  private final DataSet data;
  private final Workload workload;
  private final TrialSettings settings;
  private final Progress progress;
  private final Clock clock;
  private final List<String> notes = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  /** Creates a trial without running it. */
  public Trial(
      LocalCluster cluster,
      DataSet data,
      Workload workload,
      TrialSettings settings,
      Progress progress,
      Clock clock) {
    this.cluster = cluster;
    this.data = data;
    this.workload = workload;
    this.settings = settings;
    this.progress = progress;
    this.clock = clock;
  }

  /**
   * Runs the trial.
   *
   * @param cacheFactor for the result
   * @param repeat for the result
   * @param folder an empty folder for the clients
   * @throws IOException if the trial cannot be completed; the table is dropped then, too
   */
  public TrialResult run(Strategy strategy, double cacheFactor, int repeat, Path folder)
      throws IOException {
    double busy = new MachineLoad().awaitQuiet(settings.quietLimit());
    if (busy > BUSY) {
      notes.add("the machine was busy before: %.0f %%".formatted(100 * busy));
    }
    try (ServerSampler sampler = ServerSampler.start(cluster, clock);
        StallWatch stalls = StallWatch.start(cluster, clock)) {
      List<PhaseTimes> compactions;
      LatencyLog latencies;
      try {
        progress.detail("table and cache");
        TableName table = data.prepare(strategy);
        try (Workload.Clients clients = workload.start(cluster, table, folder)) {
          stalls.addClients(clients.pids());
          compactions = follow(strategy, table, clients, sampler);
          latencies = clients.stop();
        }
      } finally {
        data.discard();
      }
      // Some counters change at a warm-up's end, which is at the latest when the table is dropped.
      sampler.awaitNext();
      QuietTrial quiet =
          QuietTrial.of(
              compactions, latencies, cluster.isolation().profile().pinned(), stalls::usage);
      TrialChecks checks =
          new TrialChecks(quiet.compactions(), quiet.latencies(), workload.operations());
      notes.addAll(quiet.notes());
      notes.addAll(checks.notes(workload.targetRate()));
      failures.addAll(quiet.failures());
      failures.addAll(checks.failures());
      return TrialResult.builder(strategy, cacheFactor, repeat)
          .compactions(quiet.compactions())
          .latencies(quiet.latencies())
          .samples(sampler.series())
          .targetRate(workload.targetRate())
          .failures(failures)
          .notes(notes)
          .stalls(stalls.explain(quiet.latencies(), quiet.compactions(), workload.operations()))
          .build();
    }
  }

  private List<PhaseTimes> follow(
      Strategy strategy, TableName table, Workload.Clients clients, ServerSampler sampler)
      throws IOException {
    progress.detail("clients start");
    Await.until(
        "the first operations of all clients",
        CLIENT_START,
        () -> {
          clients.requireRunning();
          return clients.areWorking();
        });
    Pauses pauses = new Pauses(clients, progress);
    pauses.pass("clients settle", settings.settleBeforeFlush());
    data.flush();
    pauses.pass("clients settle", settings.settle().minus(settings.settleBeforeFlush()));
    List<PhaseTimes> compactions = new ArrayList<>();
    while (compactions.size() < settings.compactions()) {
      if (!compactions.isEmpty()) {
        progress.detail("cache");
        data.refill(); // else a strategy that leaves cold blocks would start colder than others
        pauses.pass("clients settle", settings.rest());
      }
      TimeSpan baseline = pauses.span("baseline", settings.baseline(), clock);
      MajorCompaction compaction = new MajorCompaction(cluster, table, settings, clients, clock);
      compactions.add(
          strategy.isControl()
              ? idle(compaction, baseline.from(), pauses)
              : compact(
                  strategy,
                  compaction,
                  baseline.from(),
                  hitRatio(sampler, baseline),
                  pauses,
                  sampler));
    }
    return compactions;
  }

  private PhaseTimes compact(
      Strategy strategy,
      MajorCompaction compaction,
      Instant before,
      double hitRatio,
      Pauses pauses,
      ServerSampler sampler)
      throws IOException {
    progress.detail("compaction");
    Instant commit = compaction.compact();
    Instant start = compaction.events().start().orElseThrow();
    progress.detail("warm-up");
    WarmupEnd.Found warm = compaction.awaitWarm(strategy, commit, hitRatio, sampler);
    compaction
        .events()
        .endedEarly()
        .ifPresent(reason -> notes.add("the warm-up ended early: " + reason));
    if (compaction.events().offloaded() != strategy.isOffloaded()) {
      failures.add(
          "the compaction ran " + (strategy.isOffloaded() ? "locally" : "on a compaction server"));
    }
    rest(pauses, start, commit);
    Optional<Instant> preSwitch = compaction.preSwitch(strategy, commit);
    return phases(before, start, commit, preSwitch, warm);
  }

  /** The control: the expected durations without a compaction. */
  private PhaseTimes idle(MajorCompaction none, Instant before, Pauses pauses) throws IOException {
    ControlPhases passed =
        ControlPhases.pass(
            pauses,
            clock,
            TrialSettings.EXPECTED_COMPACTION,
            cluster::evictStoreFiles,
            settings.expectedWarmup());
    TimeSpan compaction = passed.compaction();
    rest(pauses, compaction.from(), compaction.to());
    if (none.events().start().isPresent()) {
      failures.add("the table was compacted, which the control must not be");
    }
    WarmupEnd.Found warm = new WarmupEnd.Found(passed.warmup().to(), PhaseTimes.EndedBy.PLANNED);
    return phases(before, compaction.from(), compaction.to(), Optional.empty(), warm);
  }

  private void rest(Pauses pauses, Instant start, Instant commit) throws IOException {
    Instant now = clock.instant();
    pauses.pass("afterwards", Duration.between(now, settings.end(start, commit, now)));
  }

  private PhaseTimes phases(
      Instant before,
      Instant start,
      Instant commit,
      Optional<Instant> preSwitch,
      WarmupEnd.Found warm) {
    return new PhaseTimes(
        before,
        start,
        commit,
        preSwitch,
        warm.time(),
        warm.endedBy(),
        clock.instant(),
        settings.shortestWarmup());
  }

  /** A server that is too busy to be sampled fails this trial, and the next ones may go well. */
  private double hitRatio(ServerSampler sampler, TimeSpan baseline) {
    Optional<ServerSample> counters = sampler.series().between(baseline.from(), baseline.to());
    if (counters.isEmpty()) {
      failures.add("no counters of the region server in the baseline");
    }
    return counters.map(sample -> sample.hitRatio().orElse(0)).orElse(0.0);
  }
}
