// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import java.io.IOException;

/**
 * Tells whether HDFS's client reports that all DataNodes of a block failed while they wrote it.
 * HDFS has no exception of its own for that, so its client's texts decide. The client sometimes
 * says so of a DataNode that has refused the block ({@link TierSpill}).
 *
 * <p>Stateless.
 */
final class LostNodes {
  private static final String ALL_BAD = "are bad. Aborting";
  private static final String NO_OTHER =
      "Failed to replace a bad datanode on the existing pipeline";

  private LostNodes() {}

  /** Looks at the error itself: HDFS's client throws it as it is. */
  static boolean in(IOException error) {
    return isSaidBy(String.valueOf(error.getMessage()));
  }

  /**
   * Tells whether another process says so about its write.
   *
   * @param failure contains the message of its error
   */
  static boolean isSaidBy(String failure) {
    return failure.contains(ALL_BAD) || failure.contains(NO_OTHER);
  }
}
