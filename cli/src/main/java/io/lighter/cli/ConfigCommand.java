// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.manager.balance.BalanceSettings;
import io.lighter.regionserver.engine.EngineDelegate;
import io.lighter.server.ServerProcess;
import io.lighter.service.StartupProblems;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lighter config}: prints the effective options, or all problems with them. */
@Command(
    name = "config",
    description = "Prints every lighter.* option with its value and where that comes from.",
    mixinStandardHelpOptions = true)
final class ConfigCommand implements Callable<Integer> {
  private final Site.Loader siteLoader;

  @Spec private CommandSpec spec;

  ConfigCommand(Site.Loader siteLoader) {
    this.siteLoader = siteLoader;
  }

  @Override
  public Integer call() throws ConfigurationException {
    Site site = siteLoader.load();
    PrintWriter out = spec.commandLine().getOut();
    for (LighterOption option : LighterOption.values()) {
      out.printf(
          "%-38s = %-20s # %s%n",
          option.key(), site.lighter().string(option), origin(site.conf(), option));
    }
    return ExitCode.OK.code();
  }

  /** {@code lighter config check}: reports all problems at once. */
  @Command(
      name = "check",
      description = "Checks the configuration; prints every problem and exits with 2 if there are.",
      mixinStandardHelpOptions = true)
  int check() throws ConfigurationException {
    Configuration conf = siteLoader.unchecked();
    List<String> problems = new ArrayList<>(StartupProblems.of(conf));
    if (problems.isEmpty()) {
      problems.addAll(balanceProblems(conf));
      problems.addAll(ServerProcess.conflicts(conf));
    }
    problems.addAll(delegateProblems(conf));
    if (!problems.isEmpty()) {
      throw new ConfigurationException(problems);
    }
    long set =
        Arrays.stream(LighterOption.values())
            .filter(option -> conf.getRaw(option.key()) != null)
            .count();
    spec.commandLine().getOut().printf("configuration is valid; %d lighter.* options set%n", set);
    return ExitCode.OK.code();
  }

  /**
   * Problems of the delegate, the one option whose value is a class. A region server cannot open a
   * store without the class.
   */
  private static List<String> delegateProblems(Configuration conf) {
    LighterOption option = LighterOption.ENGINE_DELEGATE;
    String name = conf.getTrimmed(option.key(), option.defaultValue());
    if (!LighterConfiguration.problems(Map.of(option.key(), name)).isEmpty()) {
      return List.of(); // named with the others
    }
    try {
      EngineDelegate.configuration(conf, OffloadingStoreEngine.class, "site");
      return List.of();
    } catch (IOException e) {
      return List.of(e.getMessage());
    }
  }

  /** Problems of options that must fit together and that only a manager reads. */
  private static List<String> balanceProblems(Configuration conf) throws ConfigurationException {
    LighterConfiguration lighter = LighterConfiguration.of(conf);
    try {
      BalanceSettings.of(lighter);
      return List.of();
    } catch (ConfigurationException e) {
      return e.problems();
    }
  }

  private static String origin(Configuration conf, LighterOption option) {
    if (conf.getRaw(option.key()) == null) {
      return "default";
    }
    String[] sources = conf.getPropertySources(option.key());
    return sources == null || sources.length == 0 ? "set" : "from " + sources[sources.length - 1];
  }
}
