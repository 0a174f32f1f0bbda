// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;

/** Calls to index tables. Thread-safe; a call does not block. */
interface EntryStore {
  /** What happens to entries. */
  enum Change {
    /** They are inserted with their stamps. */
    INSERT,
    /** All their versions up to their stamps are deleted. */
    REMOVE
  }

  /** A region of an index, and the server that had it when that was last looked up. */
  record Place(RegionInfo region, ServerName server) {}

  /**
   * The place of an entry. Completes at once if the region is cached.
   *
   * @throws IOException if there is no connection
   */
  CompletableFuture<Place> placeOf(Entry entry) throws IOException;

  /** Inserts entries of one region, durably. Completes within the deadline of a write. */
  CompletableFuture<Void> insert(List<Entry> entries) throws IOException;

  /** Removes entries of any region up to their stamps, in one call for each table and server. */
  CompletableFuture<Void> remove(List<Entry> entries) throws IOException;

  /** Whether a server may take entries of several regions in one call. */
  boolean takesTogether(ServerName server);

  /**
   * Writes entries of several regions of one server in one call, without a second try. A region
   * that is not in the answer may have got its entries or not.
   *
   * @return the regions whose entries are all durable
   * @throws IOException if there is no client
   */
  CompletableFuture<Set<RegionInfo>> together(
      Change change, ServerName server, Map<RegionInfo, List<Entry>> entries) throws IOException;
}
