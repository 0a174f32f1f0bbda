// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only groups others; calling it without a subcommand is a usage error. */
public abstract class CommandGroup implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public final Integer call() {
    throw new ParameterException(
        spec.commandLine(), "expected one of: " + String.join(", ", spec.subcommands().keySet()));
  }
}
