// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityPlanTest {
  private static final long MB = 1L << 20;
  private static final long GB = 1L << 30;

  @Test
  void exampleOfThePaperNeedsTwoServersAndIsLimitedByMemory() {
    CapacityPlan plan = CapacityPlan.of(example(6, 4, 10, "1"));

    assertThat(plan.compactingSeconds()).isEqualTo(204.8);
    assertThat(plan.transferSeconds()).isEqualTo(512.0);
    assertThat(plan.durationSeconds()).isEqualTo(716.8);
    assertThat(plan.atATime()).isEqualTo(1);
    assertThat(plan.perServer()).isCloseTo(3600 / 716.8, within(1e-9));
    assertThat(plan.regionsPerServer()).isEqualTo(5);
    assertThat(plan.servers()).hasValue(2);
    assertThat(plan.limit()).isEqualTo(CapacityPlan.Limit.MEMORY);
    assertThat(plan.isOversized()).isFalse();
    assertThat(CapacityPlan.of(plan.inputs().withMemory(8 * GB)).servers()).hasValue(1);
  }

  @ParameterizedTest
  @CsvSource({
    "8, 4, 10, 1, 1", // two at a time: 10.04 regions
    "8, 4, 11, 1, 2",
    "7, 4, 11, 1, 3", // memory for less than two is memory for one
    "6, 4, 5, 1, 1",
    "6, 4, 6, 1, 2",
    "6, 4, 10, 2.6, 10", // 5.02 / 2.6: one region each
    "6, 4, 10, 0.1, 1",
  })
  void serversAreThoseOfTheFormula(
      long memoryGb, long sizeGb, long regions, String times, long servers) {
    assertThat(CapacityPlan.of(example(memoryGb, sizeGb, regions, times)).servers())
        .hasValue(servers);
  }

  /** In floating point 0.3 / 0.1 is less than 3. */
  @Test
  void wholeQuotientsAreNotRoundedDown() {
    CapacityInputs inputs =
        new CapacityInputs(
            20, 20, 1, 1, every("0.1", Duration.ofMillis(30)), 9, OptionalInt.empty());

    assertThat(CapacityPlan.of(inputs).perServer()).isCloseTo(0.3, within(1e-12));
    assertThat(CapacityPlan.of(inputs).regionsPerServer()).isEqualTo(3);
    assertThat(CapacityPlan.of(inputs).servers()).hasValue(3);
  }

  @Test
  void compactionLargerThanTheMemoryRunsAlone() {
    CapacityPlan plan = CapacityPlan.of(example(2, 4, 10, "1"));

    assertThat(plan.isOversized()).isTrue();
    assertThat(plan.atATime()).isEqualTo(1);
    assertThat(plan.servers()).hasValue(2);
  }

  @Test
  void tooFrequentlyCompactedRegionHasNoPlan() {
    assertThat(CapacityPlan.of(example(6, 4, 10, "5")).servers()).hasValue(10);
    assertThat(CapacityPlan.of(example(6, 4, 10, "5.1")).servers()).isEmpty();
  }

  @Test
  void threadsBoundThroughputWithAmpleMemory() {
    CapacityInputs ample = example(400, 4, 100, "1");
    CapacityInputs oneThread =
        new CapacityInputs(
            ample.compactionRate(),
            ample.warmupRate(),
            ample.memory(),
            ample.compactionSize(),
            ample.perRegion(),
            ample.regions(),
            OptionalInt.of(1));

    assertThat(CapacityPlan.of(ample).servers()).hasValue(1);
    assertThat(CapacityPlan.of(ample).limit()).isEqualTo(CapacityPlan.Limit.SPEED);
    // One thread does an hour / 204.8 s = 17 of them.
    assertThat(CapacityPlan.of(oneThread).perServer()).isCloseTo(3600 / 204.8, within(1e-9));
    assertThat(CapacityPlan.of(oneThread).servers()).hasValue(6);
  }

  @Test
  void hugeNumbersDoNotOverflow() {
    CapacityInputs inputs =
        new CapacityInputs(
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            1,
            every("0.000001", Duration.ofDays(7)),
            Long.MAX_VALUE,
            OptionalInt.empty());

    assertThat(CapacityPlan.of(inputs).regionsPerServer())
        .isGreaterThan(BigInteger.valueOf(Long.MAX_VALUE));
    assertThat(CapacityPlan.of(inputs).servers()).hasValue(1);
  }

  @Test
  void nonPositiveInputsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> example(0, 4, 10, "1"))
        .withMessageContaining("memory");
    assertThatIllegalArgumentException().isThrownBy(() -> every("-1", Duration.ofHours(1)));
  }

  private static CapacityInputs example(long memoryGb, long sizeGb, long regions, String times) {
    return new CapacityInputs(
        20 * MB,
        8 * MB,
        memoryGb * GB,
        sizeGb * GB,
        every(times, Duration.ofHours(1)),
        regions,
        OptionalInt.empty());
  }

  private static CompactionFrequency every(String times, Duration interval) {
    return new CompactionFrequency(new BigDecimal(times), interval);
  }
}
