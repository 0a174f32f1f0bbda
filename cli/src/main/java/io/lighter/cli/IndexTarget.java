// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The table and the index that most commands of {@code lighter index} share. */
final class IndexTarget {
  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "TABLE",
      description = "The data table: NAMESPACE:TABLE, or TABLE.")
  private String table;

  @Parameters(index = "1", paramLabel = "INDEX", description = "The name of the index.")
  private String index;

  TableName table() {
    return TableArgument.parse(spec.commandLine(), "TABLE", table);
  }

  String index() {
    return index;
  }
}
