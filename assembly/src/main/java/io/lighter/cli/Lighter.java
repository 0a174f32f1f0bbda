package io.lighter.cli;

import io.lighter.benchmarks.chaos.ChaosCommand;
import io.lighter.benchmarks.chaos.SoakCommand;
import io.lighter.benchmarks.check.CheckCommand;
import io.lighter.benchmarks.demo.DemoCommand;
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

/** Main class of {@code bin/lighter}: the commands, and what all of them share. */
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

  /** Runs one command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    System.exit(commandLine(HBaseConfiguration::create).execute(args));
  }

  /**
   * All commands.
   *
   * @param configuration reads the site's configuration; called once by each command that needs it
   */
  static CommandLine commandLine(Supplier<Configuration> configuration) {
    Lighter root = new Lighter();
    ErrorReport errors = new ErrorReport(root);
    Site.Loader site = new Site.Loader(configuration);
    return new CommandLine(root)
        .addSubcommand(new ManagerCommand(site))
        .addSubcommand(new ServerCommand(site))
        .addSubcommand(new StatusCommand(site))
        .addSubcommand(QueueCommand.commandLine(site))
        .addSubcommand(new BalanceCommand(site))
        .addSubcommand(new PlanCommand(site))
        .addSubcommand(new SwitchCommand(site))
        .addSubcommand(new WarmCommand(site))
        .addSubcommand(new ConfigCommand(site))
        .addSubcommand(InstallCheckCommand.ofThisProcess(site))
        .addSubcommand(new DemoCommand())
        .addSubcommand(new CheckCommand())
        .addSubcommand(new ChaosCommand())
        .addSubcommand(new SoakCommand())
        .addSubcommand(new BenchCommand())
        .addSubcommand(YcsbCommand.commandLine(site))
        .addSubcommand(TpccCommand.commandLine(site))
        .addSubcommand(new SimulateCommand(site))
        .addSubcommand(new GenerateDocsCommand())
        .setExecutionExceptionHandler(errors)
        .setParameterExceptionHandler(errors);
  }

  boolean verbose() {
    return verbose;
  }

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
