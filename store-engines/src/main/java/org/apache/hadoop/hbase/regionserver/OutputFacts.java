// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * What the outputs of Lighter's engines say about their inputs ({@code
 * docs/internals/protocol.md}), and the facts of a file that engines read from its metadata. The
 * keys have the name of the range engine, which was the first to write them. Stateless.
 */
@InterfaceAudience.Private
public final class OutputFacts {
  /** When the oldest input was written: 8 bytes, milliseconds since the epoch. */
  private static final byte[] WRITTEN = Bytes.toBytes("LIGHTER_RANGE_WRITTEN");

  /** Whether markers may mask cells of newer files: 1 byte, not 0. */
  private static final byte[] MASKS_NEWER = Bytes.toBytes("LIGHTER_RANGE_MASKS_NEWER");

  /** Whether the file's sequence id tells which files are newer: 1 byte, not 0. */
  private static final byte[] ORDERED = Bytes.toBytes("LIGHTER_RANGE_ORDERED");

  private OutputFacts() {}

  /**
   * Returns the metadata of each output of a compaction. The files keep the age of the inputs
   * unless a major compaction has been carried out. They keep the mark that markers may mask cells
   * of newer files, if the markers are kept. Their sequence ids tell which files are newer if that
   * is so for all {@code inputs} with a cell, or if the inputs are all files of their rows.
   *
   * @param dropsMarkers whether the compaction drops delete markers; with an input of unknown order
   *     it does so only if the inputs are all files of their rows
   * @param writtenMillis when the oldest input was written, since the epoch; empty for outputs
   *     whose age is their own
   */
  public static Map<byte[], byte[]> of(
      Collection<HStoreFile> inputs, boolean dropsMarkers, OptionalLong writtenMillis) {
    Map<byte[], byte[]> facts = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    writtenMillis.ifPresent(millis -> facts.put(WRITTEN, Bytes.toBytes(millis)));
    if (!dropsMarkers && inputs.stream().anyMatch(OutputFacts::isMaskingNewer)) {
      facts.put(MASKS_NEWER, Bytes.toBytes(true));
    }
    boolean ordered =
        inputs.stream()
            // HBase halves the number for a reference, also if it is to one cell.
            .filter(file -> file.isReference() || file.getReader().getEntries() > 0)
            .noneMatch(OutputFacts::isOrderUnknown);
    if (ordered || dropsMarkers) {
      facts.put(ORDERED, Bytes.toBytes(true));
    }
    return facts;
  }

  /** Returns the keys of all facts. */
  static List<byte[]> keys() {
    return List.of(WRITTEN, MASKS_NEWER, ORDERED);
  }

  /** Notes the facts in each file of {@code writer}, which has all its cells. */
  public static void note(AbstractMultiFileWriter writer, Map<byte[], byte[]> facts)
      throws IOException {
    for (StoreFileWriter file : writer.writers()) {
      if (file != null) {
        note(file, facts);
      }
    }
  }

  static void note(StoreFileWriter file, Map<byte[], byte[]> facts) throws IOException {
    for (Map.Entry<byte[], byte[]> fact : facts.entrySet()) {
      file.appendFileInfo(fact.getKey(), fact.getValue());
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
   * another engine wrote the file, or one of Lighter's that could not know. HBase's default engine
   * may have compacted a bulk load without an id, its others leave out files in between.
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
