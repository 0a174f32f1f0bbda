// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The table and the format that the commands of {@code lighter engine} share. */
final class EngineTarget {
  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Parameters(paramLabel = "TABLE", description = "NAMESPACE:TABLE, or TABLE.")
  private String table;

  @Mixin private OutputFormat format;

  TableName table() {
    return TableArgument.parse(spec.commandLine(), "TABLE", table);
  }

  boolean json() {
    return format.json();
  }

  /** Prints a result in the wanted format, as {@link OutputFormat#print}. */
  void print(Supplier<String> text, Supplier<String> withoutFeed) {
    format.print(spec.commandLine().getOut(), text, withoutFeed);
  }
}
