// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HBaseReleaseTest {
  @Test
  void hbaseOfTheBuildIsAccepted() {
    assertThat(HBaseRelease.problem()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "V2_6_4, 2.6.4",
    "V2_6_4, 2.6.4-hadoop3",
    "V2_6_4, 2.6.10-SNAPSHOT",
    "V2_6_1, 2.6.1-hadoop3",
    "V2_5_13, 2.5.13-hadoop3",
    "V2_5_13, 2.5.20"
  })
  void laterPatchesOfTheSameLineAreAccepted(HBaseRelease built, String version) {
    assertThat(built.problemWith(version)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "V2_6_4, 2.6.1-hadoop3, another build for 2.6.1",
    "V2_6_4, 2.5.13, another build for 2.5.13 or a later 2.5",
    "V2_6_1, 2.6.4, another build for 2.6.4 or a later 2.6",
    "V2_5_13, 2.6.9, another build for 2.6.4 or a later 2.6"
  })
  void otherReleaseIsNamedWithItsOwnBuild(HBaseRelease built, String version, String advice) {
    assertThat(built.problemWith(version))
        .hasValueSatisfying(
            problem ->
                assertThat(problem)
                    .startsWith("HBase " + version + " is on the class path")
                    .contains("this Lighter is built for " + built)
                    .endsWith(advice.replace("another build for", "another build, for HBase")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"2.6.2", "2.5.12", "2.60.4", "3.0.0-beta-1", "2.6", "Unknown", "", "2.6.99999"})
  void messageNamesUnsupportedReleaseAndNeededBuild(String version) {
    assertThat(HBaseRelease.V2_6_4.problemWith(version))
        .hasValue(
            "HBase "
                + version
                + " is on the class path; this Lighter is built for HBase 2.6.4 or a later 2.6");
  }
}
