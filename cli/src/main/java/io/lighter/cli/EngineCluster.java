// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** What the commands for store engines read and change in a cluster. */
interface EngineCluster extends Closeable {
  /**
   * What the leading manager knows of a table.
   *
   * @param stores the table's stores, as far as they are reported
   * @param versions version of Lighter on each region server that reports, by the server's name
   * @param bytesPerSecond bytes that one running job compacts in a second, by all jobs that the
   *     compaction servers completed; empty if there were none
   * @param threads jobs that the compaction servers run at a time
   * @param problem why the manager or its REST API did not answer; empty if it did
   */
  record Observed(
      TableStores stores,
      Map<String, String> versions,
      OptionalLong bytesPerSecond,
      int threads,
      Optional<String> problem) {
    static Observed nothing(String problem) {
      return new Observed(
          TableStores.NONE, Map.of(), OptionalLong.empty(), 0, Optional.of(problem));
    }
  }

  /**
   * What the master knows of the load of a table's region servers.
   *
   * @param covered time that the counters cover: since the start of a region's server or the
   *     creation of the oldest region, whichever is shorter; the mean over regions
   * @param changed whether a region was split off or merged in that time
   * @param rowsReadPerSecond rows that gets and scans of the table read in a second
   * @param heapBytes largest heap of these region servers, summed up
   * @param servedBytes store files of all tables on these region servers
   * @param compression bytes of the table's store files for each byte before compression; 1 if not
   *     known
   */
  record Load(
      Duration covered,
      boolean changed,
      double rowsReadPerSecond,
      long heapBytes,
      long servedBytes,
      double compression) {}

  /**
   * The table's descriptor.
   *
   * @throws IOException if there is no such table
   */
  TableDescriptor descriptor(TableName table) throws IOException;

  /**
   * The table's primary regions: encoded names in their order, and the server of each if it has
   * one.
   */
  Map<String, Optional<String>> regions(TableName table) throws IOException;

  /** Asks the manager for a table; waits until region servers have reported its stores. */
  Observed observe(TableName table) throws IOException;

  /** Asks the master for the load of a table's region servers. */
  Load load(TableName table) throws IOException;

  /**
   * Reads the stores of a table's primary regions from its file system.
   *
   * @param families names of the families to read
   */
  TierStores tierStores(TableDescriptor table, Set<String> families) throws IOException;

  /** Changes a table; returns when its regions have reopened. */
  void modify(TableDescriptor table) throws IOException;
}
