// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Calls to index tables. Thread-safe; a call does not block. */
interface EntryStore {
  /**
   * The name of the region of an entry. Completes at once if the region is cached.
   *
   * @throws IOException if there is no connection
   */
  CompletableFuture<String> regionOf(Entry entry) throws IOException;

  /** Inserts entries of one region, durably. Completes within the deadline of a write. */
  CompletableFuture<Void> insert(List<Entry> entries) throws IOException;

  /** Removes entries of any region up to their stamps, in one call for each server. */
  CompletableFuture<Void> remove(List<Entry> entries) throws IOException;
}
