// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.util.Collection;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * Metadata of files that compactions of ranges have written ({@code docs/internals/protocol.md}).
 * Stateless.
 */
@InterfaceAudience.Private
public final class RangeOutputs {
  /** When the oldest input was written: 8 bytes, milliseconds since the epoch. */
  private static final byte[] WRITTEN = Bytes.toBytes("LIGHTER_RANGE_WRITTEN");

  /** Whether markers may mask cells of newer files: 1 byte, not 0. */
  private static final byte[] MASKS_NEWER = Bytes.toBytes("LIGHTER_RANGE_MASKS_NEWER");

  /** Whether the file's sequence id tells which files are newer: 1 byte, not 0. */
  private static final byte[] ORDERED = Bytes.toBytes("LIGHTER_RANGE_ORDERED");

  private RangeOutputs() {}

  /** Notes the age of the inputs in each file of {@code writer}, which has all its cells. */
  public static void setWritten(StripeMultiFileWriter writer, long millis) throws IOException {
    note(writer, WRITTEN, Bytes.toBytes(millis));
  }

  /**
   * Notes that {@code writer} keeps the markers of {@code inputs}, if these may mask cells of newer
   * files.
   */
  public static void keepMasksOf(Collection<HStoreFile> inputs, StripeMultiFileWriter writer)
      throws IOException {
    if (inputs.stream().anyMatch(RangeOutputs::isMaskingNewer)) {
      note(writer, MASKS_NEWER, Bytes.toBytes(true));
    }
  }

  /**
   * Notes that the sequence ids of {@code writer}'s files tell which files are newer. That is so if
   * it is so for all {@code inputs} with a cell, or if the inputs are all files of their rows.
   *
   * @param dropsMarkers whether the compaction drops delete markers; with an input of unknown order
   *     it does so only if the inputs are all files of their rows
   */
  public static void keepOrderOf(
      Collection<HStoreFile> inputs, boolean dropsMarkers, StripeMultiFileWriter writer)
      throws IOException {
    boolean ordered =
        inputs.stream()
            .filter(file -> file.getReader().getEntries() > 0)
            .noneMatch(RangeOutputs::isOrderUnknown);
    if (ordered || dropsMarkers) {
      note(writer, ORDERED, Bytes.toBytes(true));
    }
  }

  private static void note(StripeMultiFileWriter writer, byte[] key, byte[] value)
      throws IOException {
    for (StoreFileWriter file : writer.writers()) {
      if (file != null) {
        file.appendFileInfo(key, value);
      }
    }
  }

  /**
   * Tells whether delete markers of the file may mask cells of files with a higher sequence id: it
   * is a bulk load, has no id, or was written from such a file with its markers.
   *
   * @param file file with an initialised reader
   */
  static boolean isMaskingNewer(HStoreFile file) {
    return file.isBulkLoadResult()
        || file.getMaxSequenceId() < 0
        || file.getMetadataValue(MASKS_NEWER) != null;
  }

  /**
   * Tells whether the sequence id of the file does not tell which files are newer: a compaction of
   * another engine wrote the file, or one of ranges that could not know. HBase's default engine may
   * have compacted a bulk load without an id, its others leave out files in between.
   *
   * @param file file with an initialised reader
   */
  static boolean isOrderUnknown(HStoreFile file) {
    boolean isOutput =
        !file.getCompactedStoreFiles().isEmpty() || !OrderedOutputs.inputsOf(file).isEmpty();
    return isOutput && file.getMetadataValue(ORDERED) == null;
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
