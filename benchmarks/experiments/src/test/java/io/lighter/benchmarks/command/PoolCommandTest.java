// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.cli.Lighter;
import io.lighter.testing.fixtures.CliRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoolCommandTest {
  private static final Path STORED = Path.of(System.getProperty("lighter.results.dir"), "fig7");

  @TempDir private Path folder;

  @Test
  void oneResultIsAUsageError() {
    assertRefused(pool(STORED), "RESULTS");
  }

  @Test
  void resultsAreNotCountedTwice() {
    assertRefused(pool(STORED, STORED), "expected each one once");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void missingFileIsNamed() {
    Path missing = folder.resolve("missing.json");

    assertRefused(pool(STORED, missing), missing + ": no such file");
  }

  private CliRun pool(Path... results) {
    String[] args = new String[results.length + 4];
    args[0] = "bench";
    args[1] = "pool";
    args[2] = "--out";
    args[3] = folder.toString();
    for (int i = 0; i < results.length; i++) {
      args[4 + i] = results[i].toString();
    }
    return CliRun.of(Lighter.commandLine(CliRun::conf), args);
  }

  private static void assertRefused(CliRun run, String why) {
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(why);
  }
}
