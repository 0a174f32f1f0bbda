// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import io.lighter.index.admin.IndexRefusedException;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command of {@code lighter index}, with its connection and its output. */
abstract class IndexTableCommand implements Callable<Integer> {
  private final Site.Loader siteLoader;
  private final IndexCommand.Clusters clusters;

  @Spec private CommandSpec spec;
  @Mixin private OutputFormat format;

  IndexTableCommand(Site.Loader siteLoader, IndexCommand.Clusters clusters) {
    this.siteLoader = siteLoader;
    this.clusters = clusters;
  }

  /** The command line, for its errors. */
  final CommandLine commandLine() {
    return spec.commandLine();
  }

  /** Whether the output is JSON. */
  final boolean json() {
    return format.json();
  }

  /**
   * Parses the name of a table.
   *
   * @throws CommandLine.ParameterException if HBase allows no such name
   */
  final TableName table(String name) {
    return TableArgument.parse(commandLine(), "TABLE", name);
  }

  /** Connects to the cluster of the site; the caller closes it. */
  final IndexedCluster connect() throws IOException, ConfigurationException {
    return clusters.open(siteLoader.load());
  }

  /** Prints each reason on a line, and returns the exit code. */
  final int refused(IndexRefusedException refusal) {
    refusal.problems().forEach(problem -> commandLine().getErr().println("lighter: " + problem));
    return ExitCode.FAILURE.code();
  }

  /** Prints a result in the format of the command line, as {@link OutputFormat#print}. */
  final void print(Supplier<String> text, Supplier<String> withoutFeed) {
    format.print(commandLine().getOut(), text, withoutFeed);
  }
}
