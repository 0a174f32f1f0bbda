// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.util.Bytes;

/** Merges sorted files of entries. Stateless but for its files; thread-safe. */
final class EntryMerge {
  private static final Comparator<EntryFiles.Cursor> BY_ROW =
      Comparator.comparing(EntryFiles.Cursor::row, Bytes.BYTES_COMPARATOR);

  private final EntryFiles files;
  private final LongAdder read;

  EntryMerge(EntryFiles files) {
    this(files, new LongAdder());
  }

  /**
   * Creates the merge.
   *
   * @param read counts the entries that were read
   */
  EntryMerge(EntryFiles files, LongAdder read) {
    this.files = files;
    this.read = read;
  }

  /**
   * Merges the entries of a range. A row that is in several files is written once; it has the same
   * stamp in all of them.
   *
   * @param stop the row behind the range; empty: no end
   * @param target is created also if there are no entries
   * @return number of entries
   */
  long merge(List<Path> sources, byte[] start, byte[] stop, Path target) throws IOException {
    List<EntryFiles.Cursor> open = new ArrayList<>();
    try {
      PriorityQueue<EntryFiles.Cursor> next = new PriorityQueue<>(BY_ROW);
      for (Path source : sources) {
        Optional<EntryFiles.Cursor> cursor = files.open(source, start, stop);
        cursor.ifPresent(open::add);
        cursor.ifPresent(next::add);
      }
      return write(next, target);
    } finally {
      for (EntryFiles.Cursor cursor : open) {
        cursor.close();
      }
    }
  }

  private long write(PriorityQueue<EntryFiles.Cursor> next, Path target) throws IOException {
    try (EntryFiles.Writer writer = files.create(target)) {
      byte[] last = null;
      for (EntryFiles.Cursor least = next.poll(); least != null; least = next.poll()) {
        Interruption.check();
        if (last == null || !Bytes.equals(last, least.row())) {
          writer.append(least.row(), least.stamp());
        }
        last = least.row();
        read.increment();
        least.next();
        if (least.row() != null) {
          next.add(least);
        }
      }
      return writer.entries();
    }
  }
}
