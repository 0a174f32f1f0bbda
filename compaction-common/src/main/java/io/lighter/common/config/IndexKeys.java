// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.config;

import java.util.regex.Pattern;

/**
 * Keys of a table's descriptor that are about secondary indexes and are no options: definitions,
 * whose names the user chose, that an index is suspended, what the table is held for, and what an
 * index table says of itself. HBase puts them into the configuration of the table's stores.
 */
final class IndexKeys {
  /** A name has no dot. */
  private static final Pattern DEFINITION_KEY = Pattern.compile("lighter\\.index\\.[^.]+");

  /** A misspelt option has another value, and is reported as unknown. */
  private static final Pattern DEFINITION =
      Pattern.compile("(value|parts|split|qualifier)\\s.*", Pattern.DOTALL);

  private static final Pattern OF_INDEX_TABLE =
      Pattern.compile("lighter\\.index\\.(of|state|build|definition|hold)");

  private static final Pattern SUSPENDED_KEY =
      Pattern.compile("lighter\\.index\\.[^.]+\\.suspended");

  private IndexKeys() {}

  static boolean isOfIndex(String key, String value) {
    return OF_INDEX_TABLE.matcher(key).matches()
        || (SUSPENDED_KEY.matcher(key).matches() && value.equals("true"))
        || (DEFINITION_KEY.matcher(key).matches() && DEFINITION.matcher(value).matches());
  }
}
