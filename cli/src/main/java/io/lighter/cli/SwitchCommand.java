// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.cli.command.Site;
import io.lighter.common.config.ConfigurationException;
import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import io.lighter.common.zk.OffloadSwitches;
import io.lighter.service.zk.OffloadSwitchStore;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.curator.framework.CuratorFramework;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lighter switch}: shows or changes whether compactions are offloaded. */
@Command(
    name = "switch",
    description = {
      "Shows whether compactions are offloaded, or switches it for all tables or for one.",
      "Running jobs are not affected."
    },
    mixinStandardHelpOptions = true)
final class SwitchCommand implements Callable<Integer> {
  private enum State {
    on,
    off
  }

  private final Site.Loader siteLoader;

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "on|off", description = "Without it: show the state.")
  private State state;

  @Option(
      names = "--table",
      paramLabel = "NAMESPACE:TABLE",
      description = "Only this table; it need not exist yet.")
  private String table;

  SwitchCommand(Site.Loader siteLoader) {
    this.siteLoader = siteLoader;
  }

  @Override
  public Integer call() throws IOException, ConfigurationException {
    String tableName = table == null ? null : parseTable();
    if (tableName != null && state == null) {
      throw new ParameterException(spec.commandLine(), "--table needs 'on' or 'off'");
    }
    Site site = siteLoader.load();
    OffloadSwitch result;
    try (CuratorFramework zooKeeper = site.connect()) {
      OffloadSwitchStore store = new OffloadSwitchStore(zooKeeper, site.znodes().offloadSwitch());
      result = apply(store, tableName);
    }
    spec.commandLine().getOut().println(OffloadSwitches.describe(result));
    return ExitCode.OK.code();
  }

  private OffloadSwitch apply(OffloadSwitchStore store, String tableName) throws IOException {
    if (state == null) {
      return store.read();
    }
    boolean on = state == State.on;
    return store.update(
        current ->
            tableName == null
                ? OffloadSwitches.withAll(current, on)
                : OffloadSwitches.withTable(current, tableName, on));
  }

  private String parseTable() {
    return TableArgument.parse(spec.commandLine(), "--table", table).getNameAsString();
  }
}
