// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.stall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StallExplainerTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");

  /** An operation of 120 ms that ended between 1000 and 1100 ms. */
  private static final Stall STALL =
      new Stall("get", "rest", START.plusMillis(1_000), START.plusMillis(1_100), 120);

  @Test
  void causesAreOrderedByTheirPartOfTheLongestOperation() {
    ExplainedStall explained =
        explain(
            delay(Cause.CPU_WAIT_CLIENT, "client-1", 900, 1_000, 30),
            safepoint("region-server-1", "G1CollectForAllocation", 950, 1_040));

    assertThat(explained.name()).isEqualTo("safepoint-region-server");
    assertThat(explained.causes())
        .extracting(ExplainedStall.Part::cause)
        .containsExactly(Cause.SAFEPOINT_REGION_SERVER, Cause.CPU_WAIT_CLIENT);
    assertThat(explained.causes().get(0).detail()).isEqualTo("G1CollectForAllocation");
    assertThat(explained.causes().get(0).ms()).isEqualTo(90);
  }

  @Test
  void delayBeforeTheOperationOrAfterTheIntervalExplainsNothing() {
    assertThat(
            explain(
                    safepoint("region-server-1", "G1CollectFull", 0, 880),
                    safepoint("region-server-1", "G1CollectFull", 1_100, 2_000))
                .causes())
        .isEmpty();
  }

  @Test
  void delayCountsOnlyInTheTimeOfTheOperation() {
    // of 200 ms with 100 ms of waiting, the second half overlaps
    ExplainedStall explained =
        explain(delay(Cause.CPU_WAIT_REGION_SERVER, "region-server-1", 780, 980, 100));

    assertThat(explained.causes()).hasSize(1);
    assertThat(explained.causes().get(0).ms()).isCloseTo(50, within(1e-6));
  }

  @Test
  void causeIsSufficientFromAThirdOfTheOperationOn() {
    assertThat(explain(safepoint("client-1", "Cleanup", 1_000, 1_040)).name())
        .isEqualTo("safepoint-region-server");

    ExplainedStall less = explain(safepoint("client-1", "Cleanup", 1_000, 1_039));
    assertThat(less.name()).isEqualTo("unexplained");
    assertThat(less.causes()).hasSize(1);
  }

  @Test
  void delaysOfOneProcessAddUpAndThoseOfSeveralDoNot() {
    assertThat(
            explain(
                    safepoint("region-server-1", "Cleanup", 900, 921),
                    safepoint("region-server-1", "Cleanup", 950, 971))
                .name())
        .isEqualTo("safepoint-region-server");
    assertThat(
            explain(
                    safepoint("region-server-1", "Cleanup", 900, 921),
                    safepoint("region-server-2", "Cleanup", 950, 971))
                .name())
        .isEqualTo("unexplained");
  }

  @Test
  void delaysThatOneOperationCannotHaveBothDoNotAddUp() {
    ExplainedStall explained =
        explain(
            safepoint("region-server-1", "Cleanup", 880, 910),
            safepoint("region-server-1", "Cleanup", 1_070, 1_100));

    assertThat(explained.name()).isEqualTo("unexplained");
    assertThat(explained.causes()).extracting(ExplainedStall.Part::ms).containsExactly(30.0);
  }

  @Test
  void diskAtItsLimitExplainsWhatNothingElseDoes() {
    Delay disk = delay(Cause.DISK, "data-node-1", 0, 2_000, 2_000);

    assertThat(explain(disk).name()).isEqualTo("disk");
    assertThat(explain(disk, safepoint("region-server-1", "Cleanup", 1_000, 1_040)).name())
        .isEqualTo("safepoint-region-server");
  }

  @Test
  void slowSyncExplainsNoRead() {
    Delay sync = delay(Cause.WAL_SYNC, "region-server-1", 950, 1_050, 100);
    Stall update = new Stall("update", "rest", STALL.start(), STALL.end(), STALL.longestMs());

    assertThat(explain(sync).causes()).isEmpty();
    assertThat(new StallExplainer(List.of(sync)).explain(update).name()).isEqualTo("wal-sync");
  }

  @Test
  void causeIsNoLongerThanTheOperation() {
    assertThat(explain(safepoint("region-server-1", "G1CollectFull", 0, 3_000)).causes())
        .extracting(ExplainedStall.Part::ms)
        .containsExactly(120.0);
  }

  @Test
  void longDelayIsFoundBehindManyShortOnes() {
    List<Delay> delays = new ArrayList<>();
    delays.add(safepoint("region-server-1", "G1CollectFull", 0, 1_050));
    for (int at = 1; at < 870; at++) {
      delays.add(safepoint("region-server-1", "Cleanup", at, at + 1));
    }

    assertThat(new StallExplainer(delays).explain(STALL).causes().get(0).detail())
        .isEqualTo("G1CollectFull");
  }

  private static ExplainedStall explain(Delay... delays) {
    return new StallExplainer(List.of(delays)).explain(STALL);
  }

  private static Delay safepoint(String source, String operation, long from, long to) {
    return Delay.whole(
        Cause.SAFEPOINT_REGION_SERVER,
        source,
        operation,
        START.plusMillis(from),
        START.plusMillis(to));
  }

  private static Delay delay(Cause cause, String source, long from, long to, double ms) {
    return new Delay(cause, source, "", START.plusMillis(from), START.plusMillis(to), ms);
  }
}
