// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.structure;

import java.util.Comparator;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * The rows between which a store file has cells. Immutable.
 *
 * @param name name of the file, unique within its store
 * @param first first row; empty if the file has no cell
 * @param last last row, not below {@code first}; empty if the file has no cell
 * @param bytes length on disk, from 0; of a region split's reference, half of the whole file
 */
record FileExtent(String name, ByteString first, ByteString last, long bytes) {
  static final Comparator<ByteString> ROWS = ByteString.unsignedLexicographicalComparator();

  /** Whether the file has a cell. A row has at least one byte. */
  boolean hasCells() {
    return !first.isEmpty();
  }
}
