// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.yetus.audience.InterfaceAudience;

/** Metadata of files that a distribution or consolidation has written. Stateless. */
@InterfaceAudience.Private
public final class RangeOutputs {
  /** When the oldest input was written: 8 bytes, milliseconds since the epoch. */
  private static final byte[] WRITTEN = Bytes.toBytes("LIGHTER_RANGE_WRITTEN");

  private RangeOutputs() {}

  /** Notes the age of the inputs in each file of {@code writer}, which has all its cells. */
  public static void setWritten(StripeMultiFileWriter writer, long millis) throws IOException {
    for (StoreFileWriter file : writer.writers()) {
      if (file != null) {
        file.appendFileInfo(WRITTEN, Bytes.toBytes(millis));
      }
    }
  }

  /**
   * Returns when the oldest un-merged data of the file was written, in milliseconds since the
   * epoch. Without that metadata it is the time at which the file was begun, by the clock of the
   * process that wrote it: a merge that ran when a major compaction was asked for is from before.
   * The file system's time is that of the NameNode, or of a region's split. It is used for files
   * without a time of their own.
   *
   * @param file file with an initialised reader
   */
  static long writtenMillis(HStoreFile file) {
    byte[] millis = file.getMetadataValue(WRITTEN);
    if (millis != null && millis.length == Long.BYTES) {
      return Bytes.toLong(millis);
    }
    long begun = file.getReader().getHFileReader().getFileContext().getFileCreateTime();
    return begun > 0 ? begun : file.getFileInfo().getCreatedTimestamp();
  }
}
