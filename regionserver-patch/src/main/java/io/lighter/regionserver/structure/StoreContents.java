// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.structure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.OrderedOutputs;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.apache.hadoop.hbase.regionserver.StoreFileReferences;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * The files of a store at one moment. Immutable.
 *
 * @param files files that reads use
 * @param waiting compacted files that HBase has not archived yet
 */
record StoreContents(List<StoreContents.StoredFile> files, List<StoreContents.StoredFile> waiting) {
  /** How a file came into its store. */
  enum Origin {
    FLUSH,
    /** The output of a compaction, or one of several. */
    COMPACTION,
    /** A bulk load, or a file of another region after a split, a merge, a clone. */
    OTHER
  }

  /** A file with an open reader. */
  record StoredFile(FileExtent extent, Origin origin) {}

  /** Copies the lists. */
  StoreContents {
    files = List.copyOf(files);
    waiting = List.copyOf(waiting);
  }

  /**
   * Reads a store's lists of files, without I/O and without the store's lock. A file that a
   * compaction replaces meanwhile may be in both lists, and is in one at least.
   */
  static StoreContents of(HStore store) {
    List<StoredFile> files = open(store.getStorefiles()); // first: files move to the other list
    return new StoreContents(files, open(store.getCompactedFiles()));
  }

  private static List<StoredFile> open(Iterable<HStoreFile> files) {
    List<StoredFile> open = new ArrayList<>();
    for (HStoreFile file : files) {
      StoreFileReader reader = file.getReader();
      if (reader != null) { // closed with its store, or archived meanwhile
        open.add(new StoredFile(extent(file, reader), origin(file)));
      }
    }
    return open;
  }

  private static FileExtent extent(HStoreFile file, StoreFileReader reader) {
    long bytes = file.isReference() ? reader.length() / 2 : reader.length();
    ByteString first = row(file.getFirstKey());
    ByteString last = row(file.getLastKey());
    boolean hasCells = !first.isEmpty() && !last.isEmpty();
    return new FileExtent(
        file.getPath().getName(),
        hasCells ? first : ByteString.EMPTY,
        hasCells ? last : ByteString.EMPTY,
        bytes);
  }

  private static ByteString row(Optional<Cell> key) {
    return key.map(
            cell ->
                ByteString.copyFrom(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength()))
        .orElse(ByteString.EMPTY);
  }

  private static Origin origin(HStoreFile file) {
    if (file.isReference() || file.getFileInfo().isLink() || file.isBulkLoadResult()) {
      return Origin.OTHER;
    }
    boolean hasInputs =
        !StoreFileReferences.sourcesOf(List.of(file)).isEmpty()
            || !OrderedOutputs.inputsOf(file).isEmpty();
    return hasInputs ? Origin.COMPACTION : Origin.FLUSH;
  }

  /** Extents of the files that reads use. */
  List<FileExtent> extents() {
    return files.stream().map(StoredFile::extent).toList();
  }

  /** Bytes of compacted files that reads do not use any more. */
  long waitingBytes() {
    List<String> used = files.stream().map(file -> file.extent().name()).toList();
    return waiting.stream()
        .map(StoredFile::extent)
        .filter(file -> !used.contains(file.name()))
        .mapToLong(FileExtent::bytes)
        .sum();
  }

  long bytes() {
    return files.stream().mapToLong(file -> file.extent().bytes()).sum();
  }
}
