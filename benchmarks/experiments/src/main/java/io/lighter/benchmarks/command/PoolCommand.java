// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.benchmarks.experiment.report.PooledResults;
import io.lighter.benchmarks.experiment.report.ResultFiles;
import io.lighter.benchmarks.experiment.report.ResultsJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParseException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench pool}: writes the results of several runs as those of one. */
@Command(
    name = "pool",
    mixinStandardHelpOptions = true,
    description =
        "Writes the results of several runs of one experiment as those of one, with intervals over"
            + " all of their compactions.")
public final class PoolCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "2..*",
      paramLabel = "RESULTS",
      description = "Two or more results.json, or their folders.")
  private List<Path> results;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Folder for results.json, report.html and the plots.")
  private Path out;

  @Override
  public Integer call() throws IOException {
    JsonObject pooled;
    try {
      List<JsonObject> read = new ArrayList<>();
      for (Path path : results) {
        read.add(ResultsJson.read(path));
      }
      pooled = PooledResults.of(read);
    } catch (IOException | IllegalArgumentException | JsonParseException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    Files.createDirectories(out);
    ResultFiles.write(pooled, out);
    spec.commandLine().getOut().print(ResultFiles.summary(pooled, out));
    spec.commandLine().getOut().flush();
    return CommandLine.ExitCode.OK;
  }
}
