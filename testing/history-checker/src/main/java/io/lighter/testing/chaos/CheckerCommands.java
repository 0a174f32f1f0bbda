// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import io.lighter.cli.command.CommandProvider;
import io.lighter.cli.command.Site;
import io.lighter.testing.check.CheckCommand;
import java.util.List;

/** Provides the commands that check client reads, with and without faults. */
public final class CheckerCommands implements CommandProvider {
  @Override
  public List<Object> commands(Site.Loader site) {
    return List.of(new CheckCommand(), new ChaosCommand(), new SoakCommand());
  }
}
