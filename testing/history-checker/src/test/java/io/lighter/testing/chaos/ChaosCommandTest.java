// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Invalid arguments are refused before a cluster is started. */
class ChaosCommandTest {
  private final StringWriter err = new StringWriter();

  @Test
  void unknownFaultIsRefusedWithAListOfAllFaults() {
    assertThat(run("--fault", "compaction server killed", "--fault", "gremlins"))
        .isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString())
        .contains("--fault 'gremlins'")
        .contains(FaultMatrix.all().stream().map(Fault::words).toList());
  }

  @Test
  void zeroDurationIsRefused() {
    assertThat(run("--minutes", "0")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains("--minutes 0: expected 1 to");
  }

  @Test
  void unwritableFileIsRefused() {
    assertThat(run("--json", "/no/such/folder/chaos.json")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains("--json /no/such/folder/chaos.json");
  }

  @Test
  void unknownEngineIsRefusedWithAListOfAllEngines() {
    assertThat(run("--engine", "lsm")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString())
        .contains("--engine 'lsm': expected one of default, stripe, date-tiered, range");
  }

  @Test
  void optionsThatCannotWorkOnAnObjectStoreAreRefused() {
    assertThat(run("--object-store", "--engine", "tiered")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(run("--object-store", "--fault", "partitioned"))
        .isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString())
        .contains("--engine tiered: expected without --object-store")
        .contains("--fault [partitioned]: expected faults that can be brought about here");
  }

  private int run(String... args) {
    return new CommandLine(new ChaosCommand()).setErr(new PrintWriter(err, true)).execute(args);
  }
}
