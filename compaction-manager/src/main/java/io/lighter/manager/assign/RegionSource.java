// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.assign;

import java.io.Closeable;
import java.io.IOException;

/** A source of the regions' numbers. Called by one thread at a time. */
public interface RegionSource extends Closeable {
  /**
   * Counts the regions; may take long, and ends early if the thread is interrupted.
   *
   * @throws IOException if HBase does not answer
   */
  RegionCensus read() throws IOException;
}
