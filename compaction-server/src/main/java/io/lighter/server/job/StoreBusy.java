// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

/**
 * Recognises the failures of an object store that asks for fewer requests (S3's {@code SlowDown},
 * status 503), after the file system's own retries.
 */
public final class StoreBusy {
  /** By name, since S3A is not a dependency of Lighter. */
  private static final String OF_S3A = "org.apache.hadoop.fs.s3a.AWSServiceThrottledException";

  /** HBase and S3A nest a few exceptions; a cycle ends here. */
  private static final int MOST_CAUSES = 20;

  private StoreBusy() {}

  /** Whether the store's answer is the failure or a cause of the failure. */
  public static boolean isCauseOf(Throwable failure) {
    Throwable cause = failure;
    for (int i = 0; i < MOST_CAUSES && cause != null; i++) {
      if (cause.getClass().getName().equals(OF_S3A)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }
}
