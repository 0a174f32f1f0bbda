// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

/**
 * HBase 2.6.1 counts nothing of a scan by thread, so there is nothing to carry over from a seek
 * ahead. Stateless.
 */
public final class ScanCounts {
  /** What a seek does. */
  public interface Seek<E extends Exception> {
    /** Seeks. */
    void run() throws E;
  }

  /** Runs a seek. */
  public <E extends Exception> void record(Seek<E> seek) throws E {
    seek.run();
  }

  /** Does nothing. */
  public void carry() {}
}
