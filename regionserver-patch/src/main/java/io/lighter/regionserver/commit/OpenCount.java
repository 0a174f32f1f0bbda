// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import java.util.concurrent.atomic.AtomicInteger;

/** The number of open transactions of a region server, which has a limit. Thread-safe. */
final class OpenCount {
  private final int most;
  private final AtomicInteger open = new AtomicInteger();

  OpenCount(int most) {
    this.most = most;
  }

  /** Counts one more; false if there are as many as there may be. */
  boolean tryAdd() {
    return open.getAndUpdate(count -> Math.min(count + 1, most)) < most;
  }

  /** Counts one less. */
  void remove() {
    open.decrementAndGet();
  }

  int get() {
    return open.get();
  }

  int most() {
    return most;
  }
}
