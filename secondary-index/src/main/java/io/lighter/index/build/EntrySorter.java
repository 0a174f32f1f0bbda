// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Sorts entries with bounded memory: what does not fit is written to files, and many files are
 * merged into one. Confined to a thread.
 */
final class EntrySorter {
  /** Files that are open at a time. */
  static final int FAN_IN = 32;

  /** An array in a list takes about this much beside its bytes. */
  private static final int OVERHEAD = 32;

  private final EntryFiles files;
  private final Path folder;
  private final long stamp;
  private final long memory;
  private final List<byte[]> rows = new ArrayList<>();
  private final List<Path> spills = new ArrayList<>();
  private long bytes;
  private int created;

  /**
   * Creates a sorter.
   *
   * @param folder for its files
   * @param stamp of all entries
   * @param memory bytes of entries in memory
   */
  EntrySorter(EntryFiles files, Path folder, long stamp, long memory) {
    this.files = files;
    this.folder = folder;
    this.stamp = stamp;
    this.memory = memory;
  }

  /** Adds an entry; a second equal one changes nothing. */
  void add(byte[] row) throws IOException {
    rows.add(row);
    bytes += row.length + OVERHEAD;
    if (bytes >= memory) {
      spill();
    }
  }

  /**
   * Writes all entries into one file.
   *
   * @return the file, in the folder
   */
  Path finish() throws IOException {
    if (!rows.isEmpty() || spills.isEmpty()) {
      spill();
    }
    if (spills.size() > 1) {
      mergeSpills();
    }
    return spills.get(0);
  }

  private void spill() throws IOException {
    if (spills.size() == FAN_IN) {
      mergeSpills();
    }
    rows.sort(Bytes.BYTES_COMPARATOR);
    Path spill = next();
    try (EntryFiles.Writer writer = files.create(spill)) {
      byte[] last = null;
      for (byte[] row : rows) {
        if (last == null || !Bytes.equals(last, row)) {
          writer.append(row, stamp);
        }
        last = row;
      }
    }
    spills.add(spill);
    rows.clear();
    bytes = 0;
  }

  private void mergeSpills() throws IOException {
    Path merged = next();
    long unused =
        new EntryMerge(files)
            .merge(spills, HConstants.EMPTY_START_ROW, HConstants.EMPTY_END_ROW, merged);
    for (Path spill : spills) {
      files.delete(spill);
    }
    spills.clear();
    spills.add(merged);
  }

  private Path next() {
    return new Path(folder, "sorted-" + created++);
  }
}
