// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lighter.benchmarks.experiment.PhaseTimes.EndedBy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrialResultTest {
  private static final Instant START = Instant.EPOCH;

  @Test
  void resultInAnotherVariantHasAllOtherMeasurements() {
    TrialResult result =
        TrialResult.builder(Strategy.TIW, 0.5, 2)
            .compactions(List.of(times()))
            .latencies(new LatencyLog())
            .samples(new SampleSeries(List.of(Samples.at(START, 10, 2))))
            .targetRate(500)
            .failures(List.of("a failure"))
            .notes(List.of("a note"))
            .stalls(new TrialStalls(List.of(), Map.of(), List.of("no log")))
            .variant(ClusterVariant.BUCKET)
            .build();

    TrialResult other = result.in(ClusterVariant.STRIPES);

    assertThat(other.cluster()).isEqualTo(new ClusterKind(0.5, ClusterVariant.STRIPES));
    assertThat(other).isNotEqualTo(result);
    assertThat(other.in(ClusterVariant.BUCKET)).isEqualTo(result);
  }

  @Test
  void resultWithoutCompactionsIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TrialResult.builder(Strategy.SS, 1.5, 1).build())
        .withMessage("compactions: expected at least one");
  }

  private static PhaseTimes times() {
    return new PhaseTimes(
        START,
        START.plusSeconds(10),
        START.plusSeconds(20),
        Optional.empty(),
        START.plusSeconds(30),
        EndedBy.EVENT,
        START.plusSeconds(50),
        Duration.ofSeconds(5));
  }
}
