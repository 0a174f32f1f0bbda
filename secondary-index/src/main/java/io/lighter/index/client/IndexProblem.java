// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpecs;
import java.util.Optional;
import org.apache.hadoop.hbase.client.CoprocessorDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** Tells why lookups must not read an index, by the descriptors of its two tables. */
public final class IndexProblem {
  private IndexProblem() {}

  /**
   * The first reason to refuse lookups, and what to do about it.
   *
   * @param data descriptor of the data table
   * @param entries descriptor of the index table, if there is one
   * @param name the name of the index
   * @return empty if lookups may read the index
   */
  public static Optional<String> of(
      TableDescriptor data, Optional<TableDescriptor> entries, String name) {
    return Optional.ofNullable(reason(data, entries.orElse(null), name));
  }

  private static String reason(TableDescriptor data, TableDescriptor entries, String name) {
    String again = "drop the index and create it again";
    boolean suspended = IndexSpecs.isSuspended(data, name);
    if (entries == null && suspended) {
      return "SUSPENDED without its index table; run 'lighter index rebuild' again";
    }
    if (entries == null) {
      return "its index table %s is missing; run 'lighter index rebuild', or drop the index"
          .formatted(IndexNames.indexTable(data.getTableName(), name));
    }
    if (!IndexTables.dataTable(entries).equals(Optional.of(data.getTableName()))) {
      return "table %s is not its index table; rename that table or choose another name"
          .formatted(entries.getTableName());
    }
    IndexState state = IndexTables.state(entries).orElse(null);
    if (state == null) {
      return "its state is unknown; " + again;
    }
    switch (state) {
      case BUILDING -> {
        return "BUILDING; run 'lighter index create' again if no other one is running";
      }
      case DROPPING -> {
        return "DROPPING; run 'lighter index drop' again if no other one is running";
      }
      case SUSPENDED -> {
        return "SUSPENDED, so entries are missing; run 'lighter index rebuild'";
      }
      case SUSPECT -> {
        return "SUSPECT: a table was restored, truncated or altered in its files, so entries may be"
            + " missing; run 'lighter index rebuild'";
      }
      case ACTIVE -> {}
    }
    if (suspended) {
      return "table %s leaves it alone, so entries are missing; run 'lighter index rebuild'"
          .formatted(data.getTableName());
    }
    String definition = IndexSpecs.definitions(data).get(name);
    if (definition == null) {
      return "table %s does not define it any more, so entries are missing; %s"
          .formatted(data.getTableName(), again);
    }
    if (!IndexTables.definition(entries).equals(Optional.of(definition))) {
      return "its definition was changed after it was created; " + again;
    }
    if (!hasObserver(data)) {
      return "table %s lacks the coprocessor %s, so entries are missing; %s"
          .formatted(data.getTableName(), IndexNames.OBSERVER, again);
    }
    return IndexTables.gate(entries).isPresent()
        ? null
        : "its index table lacks the read gate; " + again;
  }

  /** Whether the regions of a table have the observer of indexes. */
  public static boolean hasObserver(TableDescriptor data) {
    return data.getCoprocessorDescriptors().stream()
        .map(CoprocessorDescriptor::getClassName)
        .anyMatch(IndexNames.OBSERVER::equals);
  }
}
