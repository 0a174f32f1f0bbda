// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.fixtures.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the scripts in {@code src/test/resources/balance}: {@link Scenario} has the commands. */
class ScenarioTest {
  static List<Path> scripts() throws IOException {
    return Script.in(Path.of("src/test/resources/balance"));
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void scriptPrintsItsExpectedOutput(Path script) throws Exception {
    String expected = Files.readString(script);
    Scenario scenario = new Scenario();

    assertThat(Script.play(script, scenario::run)).isEqualTo(expected);
  }
}
