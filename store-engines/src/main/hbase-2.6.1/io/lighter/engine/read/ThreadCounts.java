// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

/** HBase 2.6.1 counts nothing of a scan by thread. Immutable. */
record ThreadCounts() {
  static final ThreadCounts NONE = new ThreadCounts();

  /** Returns false. */
  static boolean areKnown() {
    return false;
  }

  /** Runs a seek; returns false. */
  static <E extends Exception> boolean readsFile(ScanCounts.Seek<E> seek) throws E {
    seek.run();
    return false;
  }

  /** Returns false. */
  boolean isFromFile() {
    return false;
  }

  /** Returns false. */
  static boolean areWanted() {
    return false;
  }

  /** Does nothing. */
  static void start(boolean areWanted) {}

  /** Returns {@link #NONE}. */
  static ThreadCounts take() {
    return NONE;
  }

  /** Does nothing. */
  void add(boolean areWanted) {}
}
