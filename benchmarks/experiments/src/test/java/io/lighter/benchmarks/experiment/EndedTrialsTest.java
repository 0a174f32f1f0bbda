// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndedTrialsTest {
  private static final ClusterKind CLUSTER = new ClusterKind(1.5, ClusterVariant.DEFAULT);

  private final ExperimentSettings settings =
      ExperimentSettings.builder(
              "fig4", "two strategies, twice", List.of(Strategy.SS, Strategy.CO), List.of(1.5))
          .quick(true)
          .repeat(2)
          .withoutRehearsal()
          .build();

  @TempDir private Path folder;

  @Test
  void completeTrialIsStoredBeforeTheNextBegins() throws IOException {
    EndedTrials trials = trials();
    assertThat(run(trials, Strategy.SS, 1)).isPresent();

    Optional<TrialResult> broken =
        trials.run(
            planned(Strategy.CO, 1),
            List.of(),
            () -> false,
            () -> {
              assertThat(stored()).extracting(TrialResult::strategy).containsExactly(Strategy.SS);
              throw new IOException("of a test");
            });

    assertThat(broken).isEmpty();
    assertThat(trials.broken())
        .containsExactly(new ExperimentResult.Broken(Strategy.CO, CLUSTER, 1, "of a test"));
    assertThat(stored()).hasSize(1);
  }

  @Test
  void trialThatBrokeOffIsNotLeftAndIsRunAgainWhenResumed() throws IOException {
    EndedTrials trials = trials();
    Optional<TrialResult> unused = run(trials, Strategy.SS, 1);
    unused =
        trials.run(
            planned(Strategy.CO, 1),
            List.of(),
            () -> false,
            () -> {
              throw new IllegalStateException("of a test");
            });

    assertThat(trials.left()).isEqualTo(2);
    assertThat(trials.isLeft(planned(Strategy.CO, 1))).isFalse();
    assertThat(trials.notStored())
        .containsExactly(planned(Strategy.SS, 2), planned(Strategy.CO, 1), planned(Strategy.CO, 2));

    EndedTrials resumed = new EndedTrials(settings, store(), stored());
    assertThat(resumed.isLeft(planned(Strategy.SS, 1))).isFalse();
    assertThat(resumed.isLeft(planned(Strategy.CO, 1))).isTrue();
    assertThat(resumed.left()).isEqualTo(3);
  }

  @Test
  void failureThatEndsTheExperimentIsThrown() {
    EndedTrials trials = trials();

    assertThatThrownBy(
            () ->
                trials.run(
                    planned(Strategy.SS, 1),
                    List.of(),
                    () -> true,
                    () -> {
                      throw new IOException("the cluster is closed");
                    }))
        .hasMessage("the cluster is closed");
    assertThatThrownBy(
            () ->
                trials.run(
                    planned(Strategy.SS, 1),
                    List.of(),
                    () -> false,
                    () -> {
                      throw new InterruptedIOException("stopped");
                    }))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(trials.broken()).isEmpty();
    assertThat(trials.left()).isEqualTo(4);
  }

  @Test
  void trialThatCannotBeStoredEndsTheExperiment() throws IOException {
    Path blocked = Files.createFile(folder.resolve("file"));
    EndedTrials trials =
        new EndedTrials(settings, new TrialStore(blocked, cluster -> Map.of()), List.of());

    assertThatThrownBy(() -> run(trials, Strategy.SS, 1)).isInstanceOf(IOException.class);
    assertThat(trials.broken()).isEmpty();
    assertThat(trials.results()).isEmpty();
    assertThat(trials.notStored()).contains(planned(Strategy.SS, 1));
  }

  @Test
  void trialsAreNamedInWords() {
    assertThat(planned(Strategy.SS, 2)).hasToString("SS 2 (cache 1.5)");
    assertThat(new PlannedTrial(Strategy.TIW, new ClusterKind(0.5, ClusterVariant.STRIPES), 1))
        .hasToString("TIW 1 (cache 0.5, stripes)");
  }

  private static Optional<TrialResult> run(EndedTrials trials, Strategy strategy, int repeat)
      throws IOException {
    return trials.run(
        planned(strategy, repeat),
        List.of(),
        () -> false,
        () -> TrialStoreTest.trial(strategy, repeat, Optional.empty()));
  }

  private EndedTrials trials() {
    return new EndedTrials(settings, store(), List.of());
  }

  private List<TrialResult> stored() throws IOException {
    return store().read().trials();
  }

  private TrialStore store() {
    return new TrialStore(folder.resolve("trials"), cluster -> Map.of());
  }

  private static PlannedTrial planned(Strategy strategy, int repeat) {
    return new PlannedTrial(strategy, CLUSTER, repeat);
  }
}
