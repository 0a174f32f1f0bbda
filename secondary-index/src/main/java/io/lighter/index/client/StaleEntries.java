// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import java.util.List;

/** Takes entries that lookups found stale. Thread-safe; a call returns at once. */
@FunctionalInterface
interface StaleEntries {
  /** Leaves the entries where they are. */
  StaleEntries LEFT_ALONE = (index, entries) -> {};

  /** Takes entries of an index whose rows, read after them, do not have their keys. */
  void met(OpenIndex index, List<Entry> entries);
}
