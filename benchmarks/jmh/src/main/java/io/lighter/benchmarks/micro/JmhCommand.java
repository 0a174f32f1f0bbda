// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.micro;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench jmh}: runs the micro-benchmarks. */
@Command(
    name = "jmh",
    description = "Runs the micro-benchmarks (JMH) and measures allocation.",
    mixinStandardHelpOptions = true)
public final class JmhCommand implements Callable<Integer> {
  private static final String PACKAGE = Pattern.quote(JmhCommand.class.getPackageName() + ".");
  private static final int MOST = 1000;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "REGEX",
      description = "Pattern of class and method, such as Routing; default all.")
  private List<String> names = List.of();

  @Option(names = "--list", description = "Only lists them.")
  private boolean list;

  @Option(names = "--out", description = "Folder for results.json, in JMH's format.")
  private Path out;

  @Option(names = "--forks", description = "JVMs for each; default as each benchmark says, 2.")
  private Integer forks;

  @Option(
      names = "--iterations",
      description = "Measured iterations in each JVM; default by each benchmark, 5.")
  private Integer iterations;

  @Option(
      names = "--warmup-iterations",
      description = "Iterations before the measured ones; default by each benchmark, 3.")
  private Integer warmupIterations;

  @Option(names = "--seconds", description = "Of each iteration; default 1.")
  private Integer seconds;

  @Override
  public Integer call() throws Exception {
    Options options = options();
    if (list) {
      new Runner(options).list();
      return 0;
    }
    try {
      new Runner(options).run();
    } catch (NoBenchmarksException e) {
      throw new ParameterException(
          spec.commandLine(),
          String.join(" ", names) + ": no micro-benchmark matches; --list names all",
          e);
    }
    return 0;
  }

  private Options options() throws Exception {
    ChainedOptionsBuilder options =
        new OptionsBuilder().addProfiler(GCProfiler.class).shouldFailOnError(true);
    includes().forEach(options::include);
    if (forks != null) {
      options.forks(checked("--forks", forks, 1));
    }
    if (iterations != null) {
      options.measurementIterations(checked("--iterations", iterations, 1));
    }
    if (warmupIterations != null) {
      options.warmupIterations(checked("--warmup-iterations", warmupIterations, 0));
    }
    if (seconds != null) {
      TimeValue time = TimeValue.seconds(checked("--seconds", seconds, 1));
      options.measurementTime(time).warmupTime(time);
    }
    if (out != null) {
      Files.createDirectories(out);
      options.result(out.resolve("results.json").toString()).resultFormat(ResultFormatType.JSON);
    }
    return options.build();
  }

  private List<String> includes() {
    List<String> includes = new ArrayList<>();
    for (String name : names.isEmpty() ? List.of("") : names) {
      try {
        includes.add(Pattern.compile("^" + PACKAGE + ".*(" + name + ")").pattern());
      } catch (PatternSyntaxException e) {
        throw new ParameterException(
            spec.commandLine(), name + ": expected a regular expression: " + e.getDescription(), e);
      }
    }
    return includes;
  }

  private int checked(String option, int value, int least) {
    if (value < least || value > MOST) {
      throw new ParameterException(
          spec.commandLine(), "%s %d: expected %d to %d".formatted(option, value, least, MOST));
    }
    return value;
  }
}
