// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import java.io.IOException;

/** The write-ahead log of a region. Implementations are thread-safe. */
public interface CommitLog {
  /**
   * Syncs all entries that were appended before the call, and waits for it. HBase makes one sync of
   * those that wait together.
   */
  void sync() throws IOException;

  /** Aborts the region server, whose memory may show what the log has lost. */
  void abort(String why, Throwable cause);
}
