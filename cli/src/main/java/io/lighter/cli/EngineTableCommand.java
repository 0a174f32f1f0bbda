// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command of {@code lighter engine} for one table, with its connection and its output. */
abstract class EngineTableCommand implements Callable<Integer> {
  private final Site.Loader siteLoader;
  private final EngineCommand.Clusters clusters;

  @Spec private CommandSpec spec;
  @Mixin private EngineTarget target;

  EngineTableCommand(Site.Loader siteLoader, EngineCommand.Clusters clusters) {
    this.siteLoader = siteLoader;
    this.clusters = clusters;
  }

  /** The command line, for its errors. */
  final CommandLine commandLine() {
    return spec.commandLine();
  }

  /**
   * The table of the command line.
   *
   * @throws CommandLine.ParameterException if HBase allows no such name
   */
  final TableName table() {
    return target.table();
  }

  /** Whether the output is JSON. */
  final boolean json() {
    return target.json();
  }

  /** Loads and checks the site's configuration. */
  final Site site() throws ConfigurationException {
    return siteLoader.load();
  }

  /** Connects to the cluster of a site; the caller closes it. */
  final EngineCluster connect(Site site) throws IOException {
    return clusters.open(site);
  }

  /** Prints a result in the format of the command line, as {@link OutputFormat#print}. */
  final void print(Supplier<String> text, Supplier<String> withoutFeed) {
    target.print(text, withoutFeed);
  }
}
