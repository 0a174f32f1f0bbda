// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The table and the format that the commands of {@code lighter engine} share. */
final class EngineTarget {
  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Parameters(paramLabel = "TABLE", description = "NAMESPACE:TABLE, or TABLE.")
  private String table;

  @Option(names = "--json", description = "Print JSON; docs/reference/json.md describes it.")
  private boolean json;

  TableName table() {
    try {
      return TableName.valueOf(table);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), "TABLE '" + table + "': expected NAMESPACE:TABLE or TABLE", e);
    }
  }

  boolean json() {
    return json;
  }
}
