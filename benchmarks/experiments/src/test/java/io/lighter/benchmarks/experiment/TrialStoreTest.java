// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.lighter.benchmarks.experiment.LatencyLog.Timing;
import io.lighter.benchmarks.experiment.PhaseTimes.EndedBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialStoreTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00.123Z");
  private static final Map<String, Object> CONDITIONS = Map.of("seed", 1L, "scale", 2.0);

  @TempDir private Path folder;

  @Test
  void storedTrialIsReadAsItWas() throws IOException {
    TrialResult trial = trial(Strategy.PSW, 1, Optional.of(START.plusSeconds(12)));
    store().write(trial, List.of("isolation: none"));

    TrialStore.Contents contents = store().read();

    assertThat(contents.isolation())
        .containsExactly(Map.entry(trial.cluster(), List.of("isolation: none")));
    assertThat(contents.trials()).hasSize(1);
    TrialResult read = contents.trials().get(0);
    assertThat(read).usingRecursiveComparison().ignoringFields("latencies").isEqualTo(trial);
    assertThat(read.latencies().failures()).isEqualTo(Map.of("get", 3L));
    assertThat(read.latencies().damagedIntervals()).isEqualTo(2);
    for (Timing timing : Timing.values()) {
      assertThat(read.latencies().intervals(timing, "get"))
          .usingRecursiveFieldByFieldElementComparator()
          .isEqualTo(trial.latencies().intervals(timing, "get"));
    }
  }

  @Test
  void trialsOfSeveralRepeatsAreKeptAndOneIsReplaced() throws IOException {
    store().write(trial(Strategy.SS, 1, Optional.empty()), List.of());
    store().write(trial(Strategy.SS, 2, Optional.empty()), List.of());
    store().write(trial(Strategy.SS, 2, Optional.of(START.plusSeconds(12))), List.of());

    List<TrialResult> trials = store().read().trials();

    assertThat(trials).extracting(TrialResult::repeat).containsExactly(1, 2);
    assertThat(trials.get(0).first().preSwitch()).isEmpty();
    assertThat(trials.get(1).first().preSwitch()).isPresent();
  }

  @Test
  void trialsMeasuredOtherwiseAreRefused() throws IOException {
    store().write(trial(Strategy.SS, 1, Optional.empty()), List.of());
    TrialStore other = new TrialStore(folder, cluster -> Map.of("seed", 1L, "scale", 4.0));

    assertThatIOException()
        .isThrownBy(other::read)
        .withMessageContaining("SS-1.5-default-1.json.gz")
        .withMessageContaining("scale 2.0: expected 4.0");
  }

  /** What is different for trials of another kind of cluster is no condition of a stored trial. */
  @Test
  void conditionsAreThoseOfTheTrialsOwnCluster() throws IOException {
    new TrialStore(folder, cluster -> Map.of("reads with " + cluster.cacheFactor(), 400))
        .write(trial(Strategy.SS, 1, Optional.empty()), List.of());

    assertThat(
            new TrialStore(folder, cluster -> Map.of("reads with 1.5", 400, "reads with 0.5", 60))
                .read()
                .trials())
        .hasSize(1);
    assertThatIOException()
        .isThrownBy(new TrialStore(folder, cluster -> Map.of("reads with 1.5", 60))::read)
        .withMessageContaining("reads with 1.5 400: expected 60");
  }

  @Test
  void withoutResumingAFolderWithTrialsIsRefused() throws IOException {
    store().requireEmpty();
    store().write(trial(Strategy.SS, 1, Optional.empty()), List.of());

    assertThatIOException()
        .isThrownBy(store()::requireEmpty)
        .withMessageContaining("expected --resume, or another --out");
  }

  @Test
  void brokenFileIsNamed() throws IOException {
    store().write(trial(Strategy.SS, 1, Optional.empty()), List.of());
    Path file = folder.resolve("SS-1.5-default-1.json.gz");
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));

    assertThatIOException().isThrownBy(store()::read).withMessageContaining(file.toString());
  }

  @Test
  void missingFolderHasNoTrials() throws IOException {
    TrialStore none = new TrialStore(folder.resolve("none"), cluster -> CONDITIONS);

    assertThat(none.read().trials()).isEmpty();
    none.requireEmpty();
  }

  private TrialStore store() {
    return new TrialStore(folder, cluster -> CONDITIONS);
  }

  /** A trial with a cache of 1.5 in the default cluster. */
  static TrialResult trial(Strategy strategy, int repeat, Optional<Instant> preSwitch) {
    LatencyLog log = new LatencyLog();
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(1_000, 5);
    histogram.recordValue(70_000);
    for (Timing timing : Timing.values()) {
      log.add(timing, "get", new LatencyInterval(START, START.plusMillis(100), histogram));
    }
    log.addFailures("get", 3);
    log.addDamaged(2);
    PhaseTimes times =
        new PhaseTimes(
            START,
            START.plusSeconds(10),
            START.plusSeconds(20),
            preSwitch,
            START.plusSeconds(30),
            EndedBy.EVENT,
            START.plusSeconds(50),
            Duration.ofSeconds(5));
    return TrialResult.builder(strategy, 1.5, repeat)
        .compactions(List.of(times))
        .latencies(log)
        .samples(
            new SampleSeries(
                List.of(Samples.at(START, 10, 2), Samples.at(START.plusSeconds(1), 20, 3))))
        .targetRate(500)
        .failures(List.of("a failure"))
        .notes(List.of("a note"))
        .build();
  }
}
