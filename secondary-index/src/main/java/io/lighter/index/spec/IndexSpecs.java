// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/** The indexes of a data table, from its descriptor. */
public final class IndexSpecs {
  private IndexSpecs() {}

  /**
   * The definitions in a descriptor, by name; none for a table without indexes.
   *
   * @throws IndexSpecException with the problems of all definitions
   */
  public static List<IndexSpec> of(TableDescriptor table) {
    return parsed(table, name -> true);
  }

  private static List<IndexSpec> parsed(TableDescriptor table, Predicate<String> wanted) {
    List<IndexSpec> specs = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    definitions(table)
        .forEach(
            (name, text) -> {
              try {
                if (wanted.test(name)) {
                  specs.add(IndexSpec.parse(name, text));
                }
              } catch (IndexSpecException e) {
                problems.addAll(e.problems());
              }
            });
    if (!problems.isEmpty()) {
      throw new IndexSpecException(problems);
    }
    return List.copyOf(specs);
  }

  /**
   * The definitions of the indexes that writes maintain: those that are not suspended.
   *
   * @throws IndexSpecException with the problems of these definitions
   */
  public static List<IndexSpec> maintained(TableDescriptor table) {
    return parsed(table, name -> !isSuspended(table, name));
  }

  /** Whether writes leave an index alone. */
  public static boolean isSuspended(TableDescriptor table, String index) {
    return table.getValue(IndexNames.suspendedKey(index)) != null;
  }

  /** Names and texts, also of definitions that cannot be read. */
  public static Map<String, String> definitions(TableDescriptor table) {
    Map<String, String> definitions = new TreeMap<>();
    table
        .getValues()
        .forEach(
            (key, value) ->
                IndexNames.nameOfDefinition(Bytes.toString(key.get()))
                    .ifPresent(name -> definitions.put(name, Bytes.toString(value.get()))));
    return definitions;
  }
}
