// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.structure;

import io.lighter.common.protocol.LighterProtos.IndexName;
import io.lighter.common.protocol.LighterProtos.TableIndexes;
import io.lighter.index.client.IndexState;
import io.lighter.index.client.IndexTables;
import io.lighter.index.region.EntryObserver;
import io.lighter.index.region.IndexObserver;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpecs;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.HRegion;

/**
 * The indexes of a table, and how many of its regions on this region server keep them. Immutable.
 *
 * @param tables the table of each index, by the index's name
 * @param regions open primary regions
 * @param unobserved regions without the observer: their writes insert no entries
 * @param refusing regions that refuse writes, since a definition cannot be read
 */
record TableIndexSums(SortedMap<String, String> tables, int regions, int unobserved, int refusing) {
  /** A table without indexes. */
  static final TableIndexSums NONE = new TableIndexSums(new TreeMap<>(), 0, 0, 0);

  /** Bound on indexes of a table in a report. */
  static final int MOST_INDEXES = 20;

  TableIndexSums {
    tables = Collections.unmodifiableSortedMap(new TreeMap<>(tables));
  }

  /** The sums of one region; {@link #NONE} if its table has no indexes. */
  static TableIndexSums of(HRegion region) {
    TableDescriptor table = region.getTableDescriptor();
    SortedMap<String, String> tables = new TreeMap<>();
    for (String name : IndexSpecs.definitions(table).keySet()) {
      tables.put(name, tableOf(table, name));
    }
    if (tables.isEmpty()) {
      return NONE;
    }
    Optional<IndexObserver> observer = IndexObserver.of(region);
    return new TableIndexSums(
        tables,
        1,
        observer.isEmpty() ? 1 : 0,
        observer.filter(IndexObserver::refusesWrites).isPresent() ? 1 : 0);
  }

  /**
   * The state of the index whose entries a region has; {@link IndexState#SUSPECT} also if the
   * region refuses lookups and the descriptor does not say so yet. Empty if the table is no index.
   */
  static Optional<IndexState> stateOf(HRegion region) {
    TableDescriptor table = region.getTableDescriptor();
    if (IndexTables.dataTable(table).isEmpty()) {
      return Optional.empty();
    }
    return EntryObserver.of(region).filter(EntryObserver::refusesLookups).isPresent()
        ? Optional.of(IndexState.SUSPECT)
        : IndexTables.state(table);
  }

  /** A definition may have a name that no index can have. */
  private static String tableOf(TableDescriptor table, String index) {
    return IndexNames.nameProblem(index).isEmpty()
        ? IndexNames.indexTable(table.getTableName(), index).getNameAsString()
        : "";
  }

  /** The sums over the regions of both; names are those of the later descriptor. */
  TableIndexSums plus(TableIndexSums other) {
    return new TableIndexSums(
        other.tables.isEmpty() ? tables : other.tables,
        regions + other.regions,
        unobserved + other.unobserved,
        refusing + other.refusing);
  }

  TableIndexes report() {
    TableIndexes.Builder report =
        TableIndexes.newBuilder()
            .setRegions(regions)
            .setUnobservedRegions(unobserved)
            .setRefusingRegions(refusing);
    tables.entrySet().stream()
        .limit(MOST_INDEXES)
        .forEach(
            index ->
                report.addIndex(
                    IndexName.newBuilder().setName(index.getKey()).setTable(index.getValue())));
    return report.build();
  }
}
