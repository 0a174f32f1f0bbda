// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.IndexSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.util.Bytes;

/** Where the entries of an index are in its table. Immutable. */
final class EntryLayout implements EntryDecoder {
  private final EntryCodec codec;

  EntryLayout(IndexSpec spec) {
    this.codec = new EntryCodec(spec);
  }

  @Override
  public Optional<Entry> decode(IndexRow indexRow) {
    try {
      EntryCodec.Entry entry = codec.decode(indexRow.row());
      return Optional.of(new Entry(entry.key(), entry.row(), indexRow.stamp()));
    } catch (IndexKeyException e) {
      return Optional.empty(); // 'lighter index check' reports such rows
    }
  }

  /** The index rows of keys: one range for each salt bucket. */
  List<RowRange> rows(KeyWindow window) {
    List<RowRange> ranges = new ArrayList<>();
    for (byte[] salt : codec.saltPrefixes()) {
      byte[] stop = window.end() == null ? behind(salt) : Bytes.add(salt, window.end());
      ranges.add(new RowRange(Bytes.add(salt, window.first()), stop));
    }
    return ranges;
  }

  /** The first row behind a bucket; empty for the end of the table. */
  private static byte[] behind(byte[] salt) {
    if (salt.length == 0 || salt[0] == (byte) 0xFF) {
      return HConstants.EMPTY_END_ROW;
    }
    return new byte[] {(byte) (salt[0] + 1)};
  }
}
