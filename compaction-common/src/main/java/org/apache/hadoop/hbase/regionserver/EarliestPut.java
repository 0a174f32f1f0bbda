// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.util.Collection;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * The earliest timestamp of a put in the inputs of a compaction.
 *
 * <p>HBase's compactor looks for this timestamp only if a request says that it has all files of the
 * store ({@code Compactor.getFileDetails}). Requests of the stripe engine never say so. Stateless.
 */
@InterfaceAudience.Private
public final class EarliestPut {
  /** HBase's oldest timestamp, whose constant is in different classes of its versions. */
  private static final long OLDEST = Long.MIN_VALUE;

  private EarliestPut() {}

  /**
   * Returns a timestamp that no put of the files precedes. A file without that metadata may have a
   * put of any age, as in HBase.
   *
   * @param inputs open scanners of the input files, not closed by this method
   * @return milliseconds; {@link HConstants#LATEST_TIMESTAMP} if no file has a put
   */
  public static long of(Collection<StoreFileScanner> inputs) {
    long earliest = HConstants.LATEST_TIMESTAMP;
    for (StoreFileScanner input : inputs) {
      byte[] time =
          input.getReader().getHFileReader().getHFileInfo().get(HStoreFile.EARLIEST_PUT_TS);
      earliest = Math.min(earliest, time == null ? OLDEST : Bytes.toLong(time));
    }
    return earliest;
  }
}
