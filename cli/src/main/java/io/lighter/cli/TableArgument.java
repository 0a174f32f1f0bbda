// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Names of tables on the command line. */
final class TableArgument {
  private TableArgument() {}

  /**
   * Parses a name.
   *
   * @param argument the option or parameter, for the message
   * @throws IllegalArgumentException if HBase allows no such name
   */
  static TableName parse(String argument, String name) {
    try {
      return TableName.valueOf(name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          argument + " '" + name + "': expected NAMESPACE:TABLE or TABLE", e);
    }
  }

  /**
   * Parses a name of a command line.
   *
   * @param argument the option or parameter, for the message
   * @throws ParameterException if HBase allows no such name
   */
  static TableName parse(CommandLine line, String argument, String name) {
    try {
      return parse(argument, name);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(line, e.getMessage(), e);
    }
  }
}
