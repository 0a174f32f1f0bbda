// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Reads one range of index rows in pages. The page after the one that was returned is fetched
 * ahead. Confined to one lookup: calls and completions of a lookup are one after the other.
 */
final class EntryPager implements EntrySource {
  private final IndexReads reads;
  private final EntryDecoder decoder;
  private final byte[] stop;
  private final int pageSize;
  private final LookupStats stats;

  /** First index row that has not been asked for. */
  private byte[] start;

  /** Whether a page has shown the end of the range. */
  private boolean ended;

  /** The page that is fetched ahead, or null. */
  private CompletableFuture<List<Entry>> ahead;

  /**
   * Creates a pager at the begin of a range.
   *
   * @param pageSize entries of a page, 1 or more
   */
  EntryPager(
      IndexReads reads, EntryDecoder decoder, RowRange range, int pageSize, LookupStats stats) {
    this.reads = reads;
    this.decoder = decoder;
    this.start = range.start();
    this.stop = range.stop();
    this.pageSize = pageSize;
    this.stats = stats;
  }

  @Override
  public CompletableFuture<List<Entry>> next(boolean more) {
    CompletableFuture<List<Entry>> page = ahead == null ? read() : ahead;
    ahead = null;
    return page.thenApply(
        entries -> {
          if (more && !ended) {
            ahead = read();
          }
          return entries;
        });
  }

  /** Reads pages until one has an entry that can be decoded, or the range ends. */
  private CompletableFuture<List<Entry>> read() {
    if (ended) {
      return CompletableFuture.completedFuture(List.of());
    }
    return reads
        .entries(start, stop, pageSize)
        .thenCompose(
            rows -> {
              stats.pageRead(rows.size());
              List<Entry> entries = decode(rows);
              if (rows.size() < pageSize) {
                ended = true;
              } else {
                start = next(rows.get(rows.size() - 1).row());
              }
              return entries.isEmpty() && !ended
                  ? read()
                  : CompletableFuture.completedFuture(entries);
            });
  }

  private List<Entry> decode(List<IndexRow> rows) {
    List<Entry> entries = new ArrayList<>(rows.size());
    for (IndexRow row : rows) {
      decoder.decode(row).ifPresentOrElse(entries::add, stats::stale);
    }
    return entries;
  }

  /** The smallest row behind {@code row}. */
  private static byte[] next(byte[] row) {
    return Arrays.copyOf(row, row.length + 1);
  }
}
