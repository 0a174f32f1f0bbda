// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

/**
 * Carries over what HBase counts of a scan by thread ({@link ThreadCounts}). A seek ahead reads on
 * another thread, and its counts belong to the thread that uses the result.
 *
 * <p>Made on the thread of the read. Then {@link #record} on the other thread, then {@link #carry}
 * on a thread of the read, both once at most. What is read from files can be asked for after {@link
 * #record}, also if the scan wants no counts.
 */
public final class ScanCounts {
  /** What a seek does. */
  public interface Seek<E extends Exception> {
    /** Seeks. */
    void run() throws E;
  }

  private final boolean isWanted = ThreadCounts.areWanted();
  private final boolean isMeasured;

  /** Of one thread after the other, which the seek's owner hands over. */
  private ThreadCounts counts = ThreadCounts.NONE;

  /**
   * Creates counts of nothing.
   *
   * @param isMeasured whether {@link #isFromFile} is asked for
   */
  ScanCounts(boolean isMeasured) {
    this.isMeasured = isMeasured;
  }

  /** Runs a seek and takes its counts, which the thread has no longer afterwards. */
  public <E extends Exception> void record(Seek<E> seek) throws E {
    ThreadCounts.start(isWanted || isMeasured);
    try {
      seek.run();
    } finally {
      counts = ThreadCounts.take();
    }
  }

  /** Tells whether the seek read from a file. */
  boolean isFromFile() {
    return counts.isFromFile();
  }

  /** Adds the counts to those of the caller's thread. */
  public void carry() {
    counts.add(isWanted);
  }
}
