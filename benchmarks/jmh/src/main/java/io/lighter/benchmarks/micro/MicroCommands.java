// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.micro;

import io.lighter.cli.command.CommandProvider;
import io.lighter.cli.command.Site;
import java.util.List;

/** Provides {@code lighter bench jmh}. */
public final class MicroCommands implements CommandProvider {
  @Override
  public String group() {
    return "bench";
  }

  @Override
  public List<Object> commands(Site.Loader site) {
    return List.of(new JmhCommand());
  }
}
