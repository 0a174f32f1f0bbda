// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.client.commit;

import org.apache.hadoop.hbase.RegionTooBusyException;

/**
 * The region server is too busy for a commit, and wrote nothing of it: too many commits wait for
 * flushes, compactions are behind, or rows stay locked. {@link RegionTransaction#commit} repeats
 * the call after a pause.
 */
public final class CommitRefusedException extends RegionTooBusyException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception, also by reflection on the client's side. */
  public CommitRefusedException(String message) {
    super(message);
  }

  /** Creates the exception for a reason of HBase's. */
  public CommitRefusedException(String message, Throwable cause) {
    super(message);
    Throwable unused = initCause(cause);
  }
}
