// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnitsTest {
  @Test
  void bytesGrowByPowersOf1024() {
    assertThat(Units.bytes(0)).isEqualTo("0 B");
    assertThat(Units.bytes(1023)).isEqualTo("1023 B");
    assertThat(Units.bytes(1536)).isEqualTo("1.5 KB");
    assertThat(Units.bytes(Long.MAX_VALUE)).isEqualTo("8.0 EB");
  }

  @Test
  void durationsShowTheTwoLargestUnits() {
    assertThat(Units.duration(999)).isEqualTo("0s");
    assertThat(Units.duration(192_000)).isEqualTo("3m 12s");
    assertThat(Units.duration(7_500_000)).isEqualTo("2h 5m");
    assertThat(Units.duration(90_000_000)).isEqualTo("1d 1h");
  }

  @Test
  void progressBarKeepsItsWidthWhateverThePercentage() {
    assertThat(Units.progressBar(50)).isEqualTo("[##########..........]  50 %");
    assertThat(Units.progressBar(-1)).isEqualTo("[....................]   0 %");
    assertThat(Units.progressBar(101)).isEqualTo("[####################] 100 %");
  }
}
