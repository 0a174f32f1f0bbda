// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.benchmarks.experiment.report.ReportPage;
import io.lighter.benchmarks.experiment.report.ResultsJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench report}: writes the page of stored results. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Writes report.html from the results.json of an experiment.")
public final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "DIR",
      description = "Folder with results.json; gets report.html.")
  private Path folder;

  @Override
  public Integer call() throws IOException {
    JsonObject results = results();
    try {
      ReportPage.write(results, folder);
    } catch (IllegalArgumentException e) {
      throw wrong("%s: %s".formatted(folder, e.getMessage()), e);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(ReportPage.line(folder));
    out.flush();
    return CommandLine.ExitCode.OK;
  }

  private JsonObject results() {
    if (!Files.isDirectory(folder)) {
      throw wrong("DIR %s: expected a folder with results.json".formatted(folder), null);
    }
    try {
      return ResultsJson.read(folder);
    } catch (IOException e) {
      throw wrong(e.getMessage(), e);
    }
  }

  private ParameterException wrong(String message, Exception cause) {
    return new ParameterException(spec.commandLine(), message, cause);
  }
}
