// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.benchmarks.experiment.report.ResultsComparison;
import io.lighter.benchmarks.experiment.report.ResultsJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench compare}: compares two results. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = "Compares two results of one experiment, figure by figure.")
public final class CompareCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "A", description = "A results.json, or its folder.")
  private Path first;

  @Parameters(index = "1", paramLabel = "B", description = "Another one.")
  private Path second;

  @Override
  public Integer call() {
    try {
      ResultsComparison comparison =
          ResultsComparison.of(ResultsJson.read(first), ResultsJson.read(second));
      spec.commandLine().getOut().print(comparison.toText());
      spec.commandLine().getOut().flush();
      return CommandLine.ExitCode.OK;
    } catch (IOException | IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
