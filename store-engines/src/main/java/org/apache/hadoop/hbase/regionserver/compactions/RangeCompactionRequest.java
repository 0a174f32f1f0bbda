// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver.compactions;

import java.util.Collection;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.yetus.audience.InterfaceAudience;

/** A request of the range engine, with what its outputs say about themselves. */
@InterfaceAudience.Private
public final class RangeCompactionRequest extends CompactionRequestImpl {
  private final boolean merge;
  private final long writtenMillis;

  /**
   * Creates a request.
   *
   * @param merge whether each output is the base of a range
   * @param writtenMillis when the oldest input was written, in milliseconds since the epoch; used
   *     unless the request is a merge
   */
  public RangeCompactionRequest(Collection<HStoreFile> files, boolean merge, long writtenMillis) {
    super(files);
    this.merge = merge;
    this.writtenMillis = writtenMillis;
  }

  boolean isMerge() {
    return merge;
  }

  long writtenMillis() {
    return writtenMillis;
  }
}
