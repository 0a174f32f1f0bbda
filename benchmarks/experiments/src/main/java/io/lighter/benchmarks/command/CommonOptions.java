// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.Figure;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.report.ResultFiles;
import io.lighter.testing.cluster.ClientLogging;
import io.lighter.testing.isolation.IsolationProfile;
import io.lighter.testing.isolation.ShapedCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Common command-line options of all experiments. */
public class CommonOptions {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder for results.json, report.html and the plots.")
  private Path out;

  @Option(names = "--quick", description = "Less data and shorter phases, for a first look.")
  private boolean quick;

  @Option(
      names = "--scale",
      paramLabel = "S",
      defaultValue = "1",
      description =
          "Scale of the data; docs/results/benchmarks.md describes 1, and --quick has less"
              + " (default: ${DEFAULT-VALUE}).")
  private double scale;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      defaultValue = "none",
      description =
          "Machines to emulate: none, ssd, paper-node, paper-node-slow, one-disk,"
              + " tiers, object-store (fig4 to fig7)"
              + " (default: ${DEFAULT-VALUE}).")
  private String profile;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description = "Measure everything N times and take medians (default: ${DEFAULT-VALUE}).")
  private int repeat;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed of the data and of the order of strategies (default: ${DEFAULT-VALUE}).")
  private long seed;

  /**
   * The settings.
   *
   * @throws ParameterException naming an invalid option
   */
  public ExperimentSettings settings(
      CommandSpec spec,
      String experiment,
      String title,
      List<Strategy> strategies,
      List<Double> cacheFactors) {
    try {
      if (hasObjectStore() && Figure.byLabel(experiment).isEmpty()) {
        throw new IllegalArgumentException(
            "--profile %s: expected with fig4 to fig7".formatted(profile));
      }
      return ExperimentSettings.builder(experiment, title, strategies, cacheFactors)
          .profile(IsolationProfile.named(profile))
          .scale(scale)
          .quick(quick)
          .repeat(repeat)
          .seed(seed)
          .build();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /**
   * The strategies with these names, or the default.
   *
   * @throws ParameterException naming an unknown strategy
   */
  public static List<Strategy> strategies(
      CommandSpec spec, List<String> names, List<Strategy> byDefault) {
    List<Strategy> chosen = new ArrayList<>();
    for (String name : names) {
      Strategy strategy =
          Strategy.byName(name)
              .orElseThrow(
                  () ->
                      new ParameterException(
                          spec.commandLine(),
                          "--strategies %s: expected some of %s"
                              .formatted(name, Strategy.names())));
      chosen.add(strategy);
    }
    return chosen.isEmpty() ? byDefault : chosen;
  }

  /** The measurement of a command. */
  @FunctionalInterface
  public interface Body {
    /** Measures and writes the results; returns the exit code. */
    int run(Progress progress) throws IOException;
  }

  /**
   * Creates the folder and runs the body, in another JVM if the profile shapes the network.
   *
   * @return the exit code
   */
  public int run(CommandSpec spec, ExperimentSettings settings, Body body) throws IOException {
    OptionalInt elsewhere =
        ShapedCommand.run(
            settings.profile(), spec.root().commandLine().getParseResult().originalArgs());
    if (elsewhere.isPresent()) {
      return elsewhere.getAsInt();
    }
    Files.createDirectories(out);
    ClientLogging.toFile(out.resolve("bench.log"));
    return body.run(Progress.on(spec.commandLine().getOut()));
  }

  /** Whether store files are in an object store. */
  boolean hasObjectStore() {
    return profile.equals(IsolationProfile.OBJECT_STORE.name());
  }

  /** Whether the experiment is a first look. */
  boolean quick() {
    return quick;
  }

  /** The folder for results. */
  Path out() {
    return out;
  }

  /** Writes the files without pictures, replacing those of the trial before. */
  public void keep(JsonObject soFar) throws IOException {
    ResultFiles.writeTexts(soFar, out);
  }

  /** Writes the files and the summary; returns the exit code. */
  public int finish(CommandSpec spec, JsonObject results) throws IOException {
    ResultFiles.write(results, out);
    PrintWriter console = spec.commandLine().getOut();
    console.println();
    console.print(ResultFiles.summary(results, out));
    console.flush();
    return ResultFiles.isComplete(results)
        ? CommandLine.ExitCode.OK
        : CommandLine.ExitCode.SOFTWARE;
  }
}
