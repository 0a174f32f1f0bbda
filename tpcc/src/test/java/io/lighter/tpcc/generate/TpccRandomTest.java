// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.tpcc.schema.Address;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TpccRandomTest {
  private final TpccRandom random = new TpccRandom(42);

  /** Computed by hand: (((a | range) + C) % (high - low + 1)) + low. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 0, 999, 0",
    "255, 744, 0, 0, 999, 767", // 0b0011111111 | 0b1011101000
    "255, 999, 123, 0, 999, 146", // 1023 + 123 = 1146
    "1023, 3000, 259, 1, 3000, 331", // 3071 + 259 = 3330
    "8191, 100000, 7911, 1, 100000, 14407" // 106495 + 7911 = 114406
  })
  void nuRandIsTheFunctionOfTheSpecification(
      int a, int inRange, int c, int low, int high, int expected) {
    assertThat(TpccRandom.nuRand(a, inRange, c, low, high)).isEqualTo(expected);
  }

  @Test
  void nuRandReachesAllCustomersAndPrefersSome() {
    NuRandConstants constants = new NuRandConstants(0, 259, 0);
    int[] drawn = new int[3001];
    int draws = 300_000;
    for (int draw = 0; draw < draws; draw++) {
      drawn[random.customer(constants, 3000)]++;
    }

    assertThat(drawn[0]).isZero();
    assertThat(IntStream.rangeClosed(1, 3000).filter(customer -> drawn[customer] > 0).count())
        .isGreaterThan(2_800);
    // Uniform numbers would almost never reach three times the mean.
    assertThat(IntStream.of(drawn).max().orElseThrow()).isGreaterThan(3 * draws / 3000);
  }

  @Test
  void uniformIncludesBothEndsAndIsUniform() {
    int[] drawn = new int[12];
    for (int draw = 0; draw < 110_000; draw++) {
      drawn[random.uniform(1, 11)]++;
    }

    assertThat(drawn[0]).isZero();
    assertThat(IntStream.rangeClosed(1, 11).map(value -> drawn[value]))
        .allSatisfy(count -> assertThat(count).isCloseTo(10_000, within(500)));
  }

  @Test
  void dataHas26To50CharactersAndContainsOriginalIfRequested() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(random.data(true)).hasSizeBetween(26, 50).contains("ORIGINAL");
      assertThat(random.data(false)).hasSizeBetween(26, 50).doesNotContain("ORIGINAL");
    }
  }

  @Test
  void addressIsThatOfTheSpecification() {
    for (int i = 0; i < 100; i++) {
      Address address = random.address();
      assertThat(address.street1()).hasSizeBetween(10, 20);
      assertThat(address.street2()).hasSizeBetween(10, 20);
      assertThat(address.city()).hasSizeBetween(10, 20);
      assertThat(address.state()).matches("[A-Z]{2}");
      assertThat(address.zip()).matches("[0-9]{4}11111");
    }
  }

  @Test
  void permutationHasEachNumberOnce() {
    int[] numbers = random.permutation(3_000);

    assertThat(numbers).doesNotHaveDuplicates().hasSize(3_000).contains(1, 3_000);
    assertThat(numbers).isNotEqualTo(IntStream.rangeClosed(1, 3_000).toArray());
  }

  @Test
  void tenthIsExactlyOneInTen() {
    for (int round = 0; round < 100; round++) {
      Tenth tenth = new Tenth(random, 3_000);
      assertThat(IntStream.range(0, 3_000).filter(row -> tenth.next()).count()).isEqualTo(300);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "100, 165, true",
    "165, 100, true",
    "100, 164, false",
    "100, 219, true",
    "100, 220, false",
    "100, 196, false",
    "100, 212, false",
    "100, 100, false"
  })
  void constantsOfLoadAndRunDifferByWhatTheSpecificationAllows(int load, int run, boolean allowed) {
    assertThat(NuRandConstants.mayRun(run, load)).isEqualTo(allowed);
  }

  @Test
  void everyLoadConstantAllowsARunConstant() {
    for (int loaded = 0; loaded <= 255; loaded++) {
      int run = NuRandConstants.forRun(random, loaded).lastName();
      assertThat(NuRandConstants.mayRun(run, loaded)).isTrue();
    }
  }
}
