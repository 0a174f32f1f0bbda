// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.wal;

import java.io.IOException;

/**
 * What a write-ahead log has appended and synced, in the numbers that HBase gives its entries.
 * Implementations are thread-safe, and equal if they stand for the same log.
 *
 * <p>HBase's listener of a log could not tell: it hears of syncs without the entries that they
 * cover, entries may be appended while a sync runs, and {@code FSHLog} calls it after a failed
 * sync, too.
 */
public interface WatchedLog {
  /**
   * The number of the last entry that was appended. After a failed sync HBase takes the number back
   * to that of the last synced entry, until the others are appended to the next file.
   */
  long appended();

  /** A number up to which all entries are synced. */
  long synced();

  /** Syncs all entries that were appended before the call, and waits for it, minutes if need be. */
  void sync() throws IOException;
}
