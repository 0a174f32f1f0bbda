// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.index;

import java.util.Locale;

/** A kind of operation that is measured. */
enum Kind {
  /** A get by row key. */
  GET("get by row key"),
  /** A lookup of one row by its indexed column. */
  LOOKUP("lookup of one row"),
  /** A lookup of ten rows. */
  LOOKUP_10("lookup of 10 rows"),
  /** A lookup of a hundred rows. */
  LOOKUP_100("lookup of 100 rows"),
  /** A lookup of a thousand rows. */
  LOOKUP_1000("lookup of 1,000 rows"),
  /** A scan of the table for one value of the column: what HBase offers without an index. */
  FILTER_SCAN("filtered scan for one row"),
  /** A put of a new row of a table without an index. */
  PLAIN_PUT("put, no index"),
  /** A put of a new row of a table with one index. */
  INDEXED_PUT("put, one index"),
  /** Two puts by the client, of a new row and of its entry: nothing is checked. */
  DUAL_PUT("two puts by the client"),
  /** A put that changes the column of a row, in a table without an index. */
  PLAIN_OVERWRITE("overwrite, no index"),
  /** As that, with one index. */
  INDEXED_OVERWRITE("overwrite, one index"),
  /** As that, with an index that leaves superseded entries to compactions. */
  BLIND_OVERWRITE("overwrite, one index with cleanup=compaction"),
  /** By the client: a get of the old value, two puts and a delete of the old entry. */
  DUAL_OVERWRITE("overwrite of row and entry by the client"),
  /** A put that changes ten columns of a row, one of which is indexed. */
  WIDE_OVERWRITE_1("overwrite of 10 columns, one index"),
  /** As that, with an index of each column. */
  WIDE_OVERWRITE_10("overwrite of 10 columns, ten indexes");

  private final String title;

  Kind(String title) {
    this.title = title;
  }

  /** What a person reads. */
  String title() {
    return title;
  }

  /** Name in results.json. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Rows of a result; 1 for writes. */
  int rows() {
    return switch (this) {
      case LOOKUP_10 -> 10;
      case LOOKUP_100 -> 100;
      case LOOKUP_1000 -> 1_000;
      case GET,
          LOOKUP,
          FILTER_SCAN,
          PLAIN_PUT,
          INDEXED_PUT,
          DUAL_PUT,
          PLAIN_OVERWRITE,
          INDEXED_OVERWRITE,
          BLIND_OVERWRITE,
          DUAL_OVERWRITE,
          WIDE_OVERWRITE_1,
          WIDE_OVERWRITE_10 ->
          1;
    };
  }

  /** Whether only a few are measured, since one takes long. */
  boolean isSlow() {
    return this == FILTER_SCAN;
  }
}
