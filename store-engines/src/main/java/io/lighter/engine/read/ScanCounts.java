// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

/**
 * Carries over what HBase counts of a scan by thread ({@link ThreadCounts}). A seek ahead reads on
 * another thread, and its counts belong to the thread that uses the result.
 *
 * <p>Made on the thread of the read. Then {@link #record} on the other thread, then {@link #carry}
 * on a thread of the read, both once at most.
 */
public final class ScanCounts {
  /** What a seek does. */
  public interface Seek<E extends Exception> {
    /** Seeks. */
    void run() throws E;
  }

  private final boolean isWanted = ThreadCounts.areWanted();

  /** Of one thread after the other, which the seek's owner hands over. */
  private ThreadCounts counts = ThreadCounts.NONE;

  /** Runs a seek and takes its counts, which the thread has no longer afterwards. */
  public <E extends Exception> void record(Seek<E> seek) throws E {
    ThreadCounts.start(isWanted);
    try {
      seek.run();
    } finally {
      counts = ThreadCounts.take();
    }
  }

  /** Adds the counts to those of the caller's thread. */
  public void carry() {
    counts.add(isWanted);
  }
}
