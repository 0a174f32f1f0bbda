package io.lighter.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code lighter generate-docs}: refreshes the pages that are written from code. */
@Command(
    name = "generate-docs",
    hidden = true,
    description =
        "Writes configuration.md and metrics.md, the references of options and metrics, into a folder.",
    mixinStandardHelpOptions = true)
final class GenerateDocsCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "The folder, docs in a source checkout.")
  private Path folder;

  @Override
  public Integer call() throws IOException {
    Files.writeString(folder.resolve(ConfigurationPage.FILE_NAME), ConfigurationPage.markdown());
    Files.writeString(folder.resolve(MetricsPage.FILE_NAME), MetricsPage.markdown());
    return ExitCode.OK.code();
  }
}
