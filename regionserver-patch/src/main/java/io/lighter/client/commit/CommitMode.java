// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.client.commit;

/** What the answer to a commit promises. */
public enum CommitMode {
  /**
   * The transaction is in the write-ahead log, as a write with {@code SYNC_WAL}; or in a file, if
   * the table has {@code lighter.commit.journal = flush}.
   */
  DURABLE,
  /**
   * The transaction is visible, and may be lost whole if the region server dies, as a write with
   * {@code ASYNC_WAL}. {@code lighter.wal.async.max.delay} bounds for how long. Without a log it
   * may be lost until the region is flushed.
   */
  ASYNC
}
