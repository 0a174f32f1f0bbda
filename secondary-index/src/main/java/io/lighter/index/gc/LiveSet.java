// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.hash.BloomFilter;

/**
 * The entries that the rows of a data region may need, as of sequence id F. A set never lacks an
 * entry that was added, and has one in a thousand of the others. Immutable once read.
 */
final class LiveSet {
  private final LiveSetHeader header;
  private final LiveSetHash hash;

  /** By the first row. */
  private final NavigableMap<byte[], Chunk> chunks;

  /**
   * Consecutive rows.
   *
   * @param filter hashes of entries and of whole rows
   * @param wholeRows whether there are whole rows
   */
  record Chunk(BloomFilter<Long> filter, boolean wholeRows) {}

  LiveSet(LiveSetHeader header, Map<byte[], Chunk> chunks) {
    this.header = header;
    this.hash = new LiveSetHash(header.seed());
    this.chunks = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    this.chunks.putAll(chunks);
  }

  LiveSetHeader header() {
    return header;
  }

  /** F. */
  long sequenceId() {
    return header.sequenceId();
  }

  /** Whether the set speaks of a data row. */
  boolean covers(byte[] row) {
    return Bytes.compareTo(header.startRow(), row) <= 0
        && (header.endRow().length == 0 || Bytes.compareTo(row, header.endRow()) < 0);
  }

  /** Whether an entry of a covered row may be in the set. */
  boolean mayHave(byte[] row, byte[] entryRow) {
    Map.Entry<byte[], Chunk> found = chunks.floorEntry(row);
    if (found == null) {
      return false;
    }
    Chunk chunk = found.getValue();
    return chunk.filter().mightContain(hash.ofEntry(entryRow))
        || (chunk.wholeRows() && chunk.filter().mightContain(hash.ofWholeRow(row)));
  }
}
