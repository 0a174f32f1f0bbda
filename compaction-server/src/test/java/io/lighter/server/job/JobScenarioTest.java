// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.fixtures.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the scripts in {@code src/test/resources/testdata}: {@link JobScenario} has the commands.
 */
class JobScenarioTest {
  static List<Path> scripts() throws IOException {
    return Script.in(Path.of("src/test/resources/testdata"));
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void scriptPrintsItsExpectedOutput(Path script) throws Exception {
    String expected = Files.readString(script);
    try (JobScenario scenario = new JobScenario()) {
      assertThat(Script.play(script, scenario::run)).isEqualTo(expected);
    }
  }
}
