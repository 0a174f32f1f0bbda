// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.monitor;

import io.lighter.common.protocol.LighterProtos.IndexName;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.TableIndexes;
import io.lighter.common.protocol.LighterProtos.TableStructure;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The indexes of a table, summed up over region servers. Immutable.
 *
 * @param table data table
 * @param bytes of the data table's store files
 * @param indexes by name
 * @param regions open regions of the data table
 * @param unobserved regions whose writes insert no entries
 * @param refusing regions that refuse writes, since a definition cannot be read
 * @param brokenOn region servers with a region of either kind
 */
public record IndexSums(
    String table,
    long bytes,
    SortedMap<String, IndexSums.Index> indexes,
    long regions,
    long unobserved,
    long refusing,
    SortedSet<String> brokenOn) {
  private static final int MOST_INDEXES = 20;

  /** States of an index, as region servers report them. */
  private static final String ACTIVE = "ACTIVE";

  private static final String SUSPECT = "SUSPECT";

  /** Copies the collections. */
  public IndexSums {
    indexes = Collections.unmodifiableSortedMap(new TreeMap<>(indexes));
    brokenOn = Collections.unmodifiableSortedSet(new TreeSet<>(brokenOn));
  }

  /**
   * One index.
   *
   * @param table table of the entries
   * @param bytes of that table's store files; -1: no region server reports them
   * @param state as its region servers report, such as {@code ACTIVE}; empty: none reports it
   */
  public record Index(String table, long bytes, String state) {}

  /** Returns the sums of all tables with an index, by name. */
  public static SortedMap<String, IndexSums> all(Snapshot snapshot) {
    Map<String, Long> bytes = new HashMap<>();
    Map<String, String> states = new HashMap<>();
    for (RegionServerReport server : snapshot.regionServers().values()) {
      for (TableStructure table : server.getTableStructureList()) {
        bytes.merge(table.getTable(), table.getBytes(), Long::sum);
        if (table.hasIndexState()) {
          states.merge(table.getTable(), table.getIndexState(), IndexSums::worse);
        }
      }
    }
    SortedMap<String, IndexSums> tables = new TreeMap<>();
    for (RegionServerReport server : snapshot.regionServers().values()) {
      for (TableStructure table : server.getTableStructureList()) {
        if (table.hasIndexes() && table.getIndexes().getRegions() > 0) {
          tables.merge(
              table.getTable(),
              of(table.getTable(), table.getIndexes(), server.getRegionServer(), bytes, states),
              IndexSums::plus);
        }
      }
    }
    return tables;
  }

  private static IndexSums of(
      String table,
      TableIndexes reported,
      String server,
      Map<String, Long> bytes,
      Map<String, String> states) {
    SortedMap<String, Index> indexes = new TreeMap<>();
    for (IndexName index : reported.getIndexList()) {
      if (indexes.size() < MOST_INDEXES) {
        indexes.put(
            index.getName(),
            new Index(
                index.getTable(),
                bytes.getOrDefault(index.getTable(), -1L),
                states.getOrDefault(index.getTable(), "")));
      }
    }
    boolean broken = reported.getUnobservedRegions() > 0 || reported.getRefusingRegions() > 0;
    SortedSet<String> brokenOn = new TreeSet<>();
    if (broken) {
      brokenOn.add(server);
    }
    return new IndexSums(
        table,
        bytes.getOrDefault(table, 0L),
        indexes,
        reported.getRegions(),
        reported.getUnobservedRegions(),
        reported.getRefusingRegions(),
        brokenOn);
  }

  private IndexSums plus(IndexSums other) {
    SortedMap<String, Index> all = new TreeMap<>(indexes);
    all.putAll(other.indexes);
    SortedSet<String> servers = new TreeSet<>(brokenOn);
    servers.addAll(other.brokenOn);
    return new IndexSums(
        table,
        bytes,
        all,
        regions + other.regions,
        unobserved + other.unobserved,
        refusing + other.refusing,
        servers);
  }

  /** HBase reopens regions one by one, so servers may know different states for a while. */
  private static String worse(String one, String other) {
    return one.equals(SUSPECT) || other.equals(ACTIVE) ? one : other;
  }

  /** Returns the names of the indexes whose lookups are refused, since entries may be missing. */
  public List<String> suspect() {
    return indexes.entrySet().stream()
        .filter(index -> index.getValue().state().equals(SUSPECT))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns the regions that keep no index, or refuse writes. */
  public long broken() {
    return unobserved + refusing;
  }

  /** Returns the bytes of all index tables that are known. */
  public long indexBytes() {
    return indexes.values().stream().mapToLong(index -> Math.max(0, index.bytes())).sum();
  }
}
