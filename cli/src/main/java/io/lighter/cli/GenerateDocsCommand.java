// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lighter generate-docs}: writes the pages that are generated from code. */
@Command(
    name = "generate-docs",
    hidden = true,
    description =
        "Writes the references of options, metrics and commands (configuration.md, metrics.md and"
            + " cli.md) into the folder reference of a folder.",
    mixinStandardHelpOptions = true)
final class GenerateDocsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The folder, docs in a source checkout.")
  private Path folder;

  @Override
  public Integer call() throws IOException {
    Files.createDirectories(folder.resolve("reference"));
    Files.writeString(folder.resolve(ConfigurationPage.FILE_NAME), ConfigurationPage.markdown());
    Files.writeString(folder.resolve(MetricsPage.FILE_NAME), MetricsPage.markdown());
    Files.writeString(folder.resolve(CliPage.FILE_NAME), CliPage.markdown(spec.root()));
    return ExitCode.OK.code();
  }
}
