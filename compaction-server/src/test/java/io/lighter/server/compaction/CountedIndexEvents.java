// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import io.lighter.index.gc.IndexEvents;
import java.util.concurrent.atomic.LongAdder;

/** Counts for tests. Thread-safe. */
final class CountedIndexEvents implements IndexEvents {
  final LongAdder written = new LongAdder();
  final LongAdder dropped = new LongAdder();
  final LongAdder tooNew = new LongAdder();
  final LongAdder leftOut = new LongAdder();

  @Override
  public void liveSetWritten(long bytes) {
    written.increment();
  }

  @Override
  public void collected(long staleEntries, long youngEntries) {
    dropped.add(staleEntries);
    tooNew.add(youngEntries);
  }

  @Override
  public void setsLeftOut(int number) {
    leftOut.add(number);
  }
}
