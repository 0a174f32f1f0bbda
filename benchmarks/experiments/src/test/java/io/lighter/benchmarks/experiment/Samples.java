// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.time.Instant;

/** Samples for tests. */
public final class Samples {
  private Samples() {}

  /** A sample with these block counts, and other values derived from them. */
  public static ServerSample at(Instant time, long hits, long misses) {
    return at(time, hits, misses, StoreTraffic.NONE);
  }

  /** The same with requests to an object store. */
  public static ServerSample at(Instant time, long hits, long misses, StoreTraffic store) {
    return new ServerSample(
        time, hits, misses, misses, 0, 0, 1_000 * hits, hits / 1e4, 1 << 20, store);
  }
}
