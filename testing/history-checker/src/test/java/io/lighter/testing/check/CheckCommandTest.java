// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.cli.EngineName;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CheckCommandTest {
  private static final CompactionCounts NO_WARMUP = new CompactionCounts(3, 0, 0, 0);

  @ParameterizedTest
  @ValueSource(strings = {"write-through", "lukewarm"})
  void strategyThatOffloadsNothingIsRefusedBeforeAClusterIsStarted(String strategy) {
    StringWriter err = new StringWriter();

    int exitCode =
        new CommandLine(new CheckCommand())
            .setErr(new PrintWriter(err, true))
            .execute("--strategy", strategy);

    assertThat(exitCode).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains("--strategy " + strategy + ": expected");
  }

  @Test
  void unknownEngineIsRefusedWithAListOfAllEngines() {
    StringWriter err = new StringWriter();

    int exitCode =
        new CommandLine(new CheckCommand())
            .setErr(new PrintWriter(err, true))
            .execute("--engine", "lsm");

    assertThat(exitCode).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString())
        .contains(
            "--engine 'lsm': expected one of default, stripe, date-tiered, range, forest,"
                + " tiered");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--engine range", "--strategy incremental"})
  void optionsOfTheOtherTablesAreRefusedWithIndex(String option) {
    StringWriter err = new StringWriter();

    int exitCode =
        new CommandLine(new CheckCommand())
            .setErr(new PrintWriter(err, true))
            .execute(("--index " + option).split(" ", -1));

    assertThat(exitCode).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains(option + ": expected without --index");
  }

  @ParameterizedTest
  @CsvSource({
    "--index, --object-store (no builds of indexes there): expected without --index",
    "--engine=tiered, --engine tiered: expected without --object-store"
  })
  void optionsThatCannotWorkOnAnObjectStoreAreRefused(String option, String message) {
    StringWriter err = new StringWriter();

    int exitCode =
        new CommandLine(new CheckCommand())
            .setErr(new PrintWriter(err, true))
            .execute("--object-store", option);

    assertThat(exitCode).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains(message);
  }

  @Test
  void engineIsTheDefaultOneUnlessGiven() {
    LocalRun run = new LocalRun(new CommandLine(new CheckCommand()).getCommandSpec());

    assertThat(run.engine(null)).isEqualTo(EngineName.DEFAULT);
    assertThat(run.engine("range")).isEqualTo(EngineName.RANGE);
    assertThat(run.engine("forest")).isEqualTo(EngineName.FOREST);
    assertThat(run.engine("tiered")).isEqualTo(EngineName.TIERED);
  }

  @Test
  void checkWithoutWarmUpDoesNotCoverTheStrategy() {
    assertThat(CheckCommand.isTried(null, NO_WARMUP)).isFalse();
    assertThat(CheckCommand.isTried("incremental", NO_WARMUP)).isFalse();
    assertThat(CheckCommand.isTried("none", NO_WARMUP)).isTrue();
  }

  @Test
  void stoppedWarmUpCoversTheStrategy() {
    assertThat(CheckCommand.isTried("remote", new CompactionCounts(3, 0, 0, 1))).isTrue();
    assertThat(CheckCommand.isTried("adaptive", new CompactionCounts(3, 0, 1, 0))).isTrue();
  }
}
