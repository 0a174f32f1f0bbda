// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

/** What collection counts. Implementations are thread-safe. */
public interface IndexEvents {
  /** A live set was published. */
  void liveSetWritten(long bytes);

  /** An index compaction has ended. */
  void collected(long dropped, long tooNew);

  /** An index compaction did not use some live sets, since they had no room. */
  void setsLeftOut(int number);
}
