// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

/** What makes the commits of a table durable; the values of {@code lighter.commit.journal}. */
public enum CommitJournal {
  /** A sync of the write-ahead log, which has each transaction as one entry. */
  WAL("wal"),
  /** A flush of the region; the log does not have the transactions. */
  FLUSH("flush");

  private final String value;

  CommitJournal(String value) {
    this.value = value;
  }

  /** The value of the option. */
  public String value() {
    return value;
  }
}
