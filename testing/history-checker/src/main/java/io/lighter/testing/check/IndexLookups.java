// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.testing.index.CheckedIndex;
import io.lighter.testing.index.KeySpan;
import java.io.IOException;
import java.util.List;

/** Lookups of a table's rows through its indexes, by one of HBase's clients. Thread-safe. */
interface IndexLookups {
  /** A limit that no answer reaches. */
  int NO_LIMIT = Integer.MAX_VALUE;

  /**
   * Looks rows up.
   *
   * @param limit most rows of the answer
   * @return keys of the rows, in the order of the index
   */
  List<byte[]> find(CheckedIndex index, KeySpan span, int limit) throws IOException;

  /** Kind of the lookups, for counts. */
  Tally.Event event();
}
