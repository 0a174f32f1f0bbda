// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.cli.command.CommandGroup;
import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import io.lighter.ycsb.Connector;
import io.lighter.ycsb.HBaseDatabase;
import io.lighter.ycsb.PropertiesException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;
import site.ycsb.Client;

/** {@code lighter ycsb}: runs YCSB's client on the cluster of the configuration. */
@Command(
    name = "ycsb",
    description = "Runs YCSB 0.17 on the HBase of the configuration.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class YcsbCommand extends CommandGroup {
  /** System property set by the launcher. */
  private static final String HOME_PROPERTY = "lighter.home";

  private YcsbCommand() {}

  /** The command with its two subcommands; YCSB ends the JVM. */
  static CommandLine commandLine(Site.Loader site) {
    return commandLine(site, Client::main);
  }

  /**
   * The command with a replacement of YCSB.
   *
   * @param ycsb receives YCSB's command line
   */
  static CommandLine commandLine(Site.Loader site, Consumer<String[]> ycsb) {
    return new CommandLine(new YcsbCommand())
        .addSubcommand(new Load(site, ycsb))
        .addSubcommand(new Run(site, ycsb));
  }

  /** {@code lighter ycsb load}: loads rows. */
  @Command(
      name = "load",
      description = "Inserts the rows of a workload.",
      customSynopsis = "lighter ycsb load -P FILE [-p NAME=VALUE]... [-threads N] [-s] ...",
      footer =
          "%nYCSB's own options; see docs/reference/ycsb.md for the properties of the binding.",
      mixinStandardHelpOptions = true)
  private static final class Load extends Phase {
    Load(Site.Loader site, Consumer<String[]> ycsb) {
      super("-load", site, ycsb);
    }
  }

  /** {@code lighter ycsb run}: runs operations. */
  @Command(
      name = "run",
      description = "Runs the operations of a workload on loaded rows.",
      customSynopsis = "lighter ycsb run -P FILE [-p NAME=VALUE]... [-threads N] [-s] ...",
      footer =
          "%nYCSB's own options; see docs/reference/ycsb.md for the properties of the binding.",
      mixinStandardHelpOptions = true)
  private static final class Run extends Phase {
    Run(Site.Loader site, Consumer<String[]> ycsb) {
      super("-t", site, ycsb);
    }
  }

  /** Common part of both subcommands. */
  private abstract static class Phase implements Callable<Integer> {
    private final String phase;
    private final Site.Loader siteLoader;
    private final Consumer<String[]> ycsb;

    @Spec private CommandSpec spec;

    @Unmatched private final List<String> arguments = new ArrayList<>();

    Phase(String phase, Site.Loader siteLoader, Consumer<String[]> ycsb) {
      this.phase = phase;
      this.siteLoader = siteLoader;
      this.ycsb = ycsb;
    }

    @Override
    public Integer call() throws Exception {
      YcsbArguments checked =
          YcsbArguments.of(
              spec.commandLine(), arguments, Path.of(System.getProperty(HOME_PROPERTY, ".")));
      Site site = siteLoader.load();
      if (checked.database().equals(HBaseDatabase.class.getName())) {
        check(site, checked);
      }
      ycsb.accept(checked.commandLine(phase));
      return ExitCode.OK.code();
    }

    /**
     * Reports problems that YCSB itself would report late, once per thread, and with exit code 0.
     */
    private static void check(Site site, YcsbArguments checked) throws Exception {
      Configuration conf = new Configuration(site.conf());
      try {
        Connector.checkProperties(checked.properties());
        if (conf.get(HConstants.CLIENT_CONNECTION_REGISTRY_IMPL_CONF_KEY) == null) {
          // HBase's client would retry for minutes.
          Connector.nameLogin(conf, checked.properties());
          new Site(conf, site.lighter(), site.znodes()).connect().close();
        }
        Connector.check(conf, checked.properties());
      } catch (PropertiesException e) {
        ConfigurationException problems = new ConfigurationException(e.problems());
        problems.initCause(e);
        throw problems;
      }
    }
  }
}
