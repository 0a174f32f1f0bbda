// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.CommandProvider;
import io.lighter.cli.command.Site;
import java.util.Comparator;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * Main class of {@code bin/lighter}: its commands and their common settings. {@link
 * CommandProvider} finds the commands of other modules.
 */
@Command(
    name = "lighter",
    description = "Takes compactions off HBase region servers.",
    versionProvider = Versions.class,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:tried and failed",
      "2:wrong command line or configuration",
      "3:no ZooKeeper or no manager answers"
    },
    mixinStandardHelpOptions = true)
public final class Lighter implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of an error.")
  private boolean verbose;

  private Lighter() {}

  /** Runs one command and exits the JVM with the command's exit code. */
  public static void main(String[] args) {
    System.exit(commandLine(HBaseConfiguration::create).execute(args));
  }

  /**
   * The command line with all commands.
   *
   * @param configuration reads the site's configuration; called once by each command that needs it
   */
  public static CommandLine commandLine(Supplier<Configuration> configuration) {
    return commandLine(configuration, LiveEngineCluster::open);
  }

  /** The command line with another connection for {@code lighter index}. */
  static CommandLine commandLineOfIndexes(
      Supplier<Configuration> configuration, IndexCommand.Clusters indexes) {
    return commandLine(configuration, LiveEngineCluster::open, indexes);
  }

  /** The command line with another connection for {@code lighter engine} and {@code advise}. */
  static CommandLine commandLine(
      Supplier<Configuration> configuration, EngineCommand.Clusters clusters) {
    return commandLine(configuration, clusters, LiveIndexedCluster::open);
  }

  private static CommandLine commandLine(
      Supplier<Configuration> configuration,
      EngineCommand.Clusters clusters,
      IndexCommand.Clusters indexes) {
    Lighter root = new Lighter();
    ErrorReport errors = new ErrorReport(root);
    Site.Loader site = new Site.Loader(configuration);
    CommandLine line =
        new CommandLine(root)
            .addSubcommand(new ManagerCommand(site))
            .addSubcommand(new ServerCommand(site))
            .addSubcommand(new StatusCommand(site))
            .addSubcommand(QueueCommand.commandLine(site))
            .addSubcommand(new BalanceCommand(site))
            .addSubcommand(new PlanCommand(site))
            .addSubcommand(new SwitchCommand(site))
            .addSubcommand(new WarmCommand(site))
            .addSubcommand(new AdviseCommand(site, clusters))
            .addSubcommand(EngineCommand.commandLine(site, clusters))
            .addSubcommand(TiersCommand.commandLine(site, clusters))
            .addSubcommand(IndexCommand.commandLine(site, indexes))
            .addSubcommand(new ConfigCommand(site))
            .addSubcommand(InstallCheckCommand.ofThisProcess(site));
    addThoseOfOtherModules(line, site);
    return line.addSubcommand(new GenerateDocsCommand())
        .setExecutionExceptionHandler(errors)
        .setParameterExceptionHandler(errors);
  }

  /**
   * Adds commands of other modules: groups before their members, then by the providers' names, so
   * that the help has a stable order.
   */
  private static void addThoseOfOtherModules(CommandLine line, Site.Loader site) {
    ServiceLoader.load(CommandProvider.class, Lighter.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(
            Comparator.comparing((CommandProvider provider) -> !provider.group().isEmpty())
                .thenComparing(provider -> provider.getClass().getName()))
        .forEach(
            provider -> {
              CommandLine parent =
                  provider.group().isEmpty() ? line : line.getSubcommands().get(provider.group());
              if (parent == null) {
                throw new IllegalStateException(
                    provider.getClass()
                        + " adds to a command that is not there: "
                        + provider.group());
              }
              provider.commands(site).forEach(parent::addSubcommand);
            });
  }

  boolean verbose() {
    return verbose;
  }

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
