// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Entries of a range in index order, page by page. Confined to one lookup. */
interface EntrySource {
  /**
   * Returns the next page. The future of the page before must have completed.
   *
   * @param more whether the caller will want the page after this one, so that it may be fetched
   *     meanwhile
   * @return the page; empty at the end of the range, and only there
   */
  CompletableFuture<List<Entry>> next(boolean more);
}
