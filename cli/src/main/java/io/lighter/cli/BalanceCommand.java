// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import io.lighter.common.protocol.LighterProtos.ExplainResponse;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.curator.framework.CuratorFramework;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code lighter balance}: load of the servers, recent moves and their reasons. */
@Command(
    name = "balance",
    description = {
      "Shows the input and the moves of the manager's last round of balancing, by group.",
      "Exits with 3 when no manager answers."
    },
    mixinStandardHelpOptions = true)
final class BalanceCommand implements Callable<Integer> {
  private final Site.Loader siteLoader;

  @Spec private CommandSpec spec;

  @Option(names = "--explain", description = "Show all rounds that the manager remembers.")
  private boolean explain;

  @Mixin private OutputFormat format;

  BalanceCommand(Site.Loader siteLoader) {
    this.siteLoader = siteLoader;
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    Site site = siteLoader.load();
    ExplainResponse explained;
    try (CuratorFramework zooKeeper = site.connect()) {
      explained = new StatusReader(site, zooKeeper).explain();
    }
    ExplainResponse shown = explain ? explained : lastOfEachGroup(explained);
    format.print(
        spec.commandLine().getOut(),
        () -> TextBalance.render(shown),
        () -> JsonBalance.render(shown));
    return ExitCode.OK.code();
  }

  private static ExplainResponse lastOfEachGroup(ExplainResponse all) {
    ExplainResponse.Builder last = ExplainResponse.newBuilder().setEnabled(all.getEnabled());
    all.getRoundList().stream()
        .filter(
            round ->
                last.getRoundList().stream()
                    .noneMatch(shown -> shown.getGroup().equals(round.getGroup())))
        .forEachOrdered(last::addRound);
    return last.build();
  }
}
