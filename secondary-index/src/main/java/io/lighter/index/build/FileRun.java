// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.index.admin.IndexRefusedException;
import io.lighter.index.spec.ColumnValues;
import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.KeyExtractor;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TagType;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.CorruptHFileException;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Writes the sorted entries of those rows of HFiles that are in one region. All puts get entries,
 * also those that another cell hides: a compaction or an expiry may show them. Thread-safe.
 *
 * <p>A key has one column, so an entry depends on one cell. Keys of several columns would depend on
 * what the row has.
 */
final class FileRun {
  /**
   * A region of the data table.
   *
   * @param name encoded name
   * @param start first row
   * @param stop the row behind the last; empty: the end of the table
   * @param stamp of the entries
   */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  record Range(String name, byte[] start, byte[] stop, long stamp) {}

  private final Configuration conf;
  private final TableName table;
  private final IndexSpec spec;
  private final KeyExtractor keys;
  private final EntryCodec codec;
  private final EntryFiles entries;
  private final long memory;

  /**
   * Creates the job.
   *
   * @param entries files of the index table
   * @param memory bytes of entries of one region in memory
   */
  FileRun(Configuration conf, TableName table, IndexSpec spec, EntryFiles entries, long memory) {
    this.conf = conf;
    this.table = table;
    this.spec = spec;
    this.keys = spec.keys();
    this.codec = new EntryCodec(spec);
    this.entries = entries;
    this.memory = memory;
  }

  /**
   * Reads the files and writes the entries of a region.
   *
   * @param files HFiles of the index's family
   * @param folder for all files that are written
   * @return a file in the folder with all entries, maybe none
   * @throws IndexRefusedException if a cell cannot be indexed
   */
  Path write(Range range, List<Path> files, Path folder) throws IOException {
    EntrySorter sorter = new EntrySorter(entries, folder, range.stamp(), memory);
    for (Path file : files) {
      read(file, range, sorter);
    }
    return sorter.finish();
  }

  private void read(Path path, Range range, EntrySorter sorter) throws IOException {
    FileSystem fs = path.getFileSystem(conf);
    try (HFile.Reader file = open(fs, path)) {
      HFileScanner scanner = file.getScanner(conf, false, false);
      boolean more = file.getEntries() > 0 && seek(scanner, range.start());
      while (more) {
        Interruption.check();
        Cell cell = scanner.getCell();
        if (range.stop().length > 0 && compareRow(cell, range.stop()) >= 0) {
          break;
        }
        if (compareRow(cell, range.start()) >= 0) {
          add(path, cell, sorter);
        }
        more = scanner.next();
      }
      scanner.close();
    }
  }

  private HFile.Reader open(FileSystem fs, Path path) throws IOException {
    try {
      return HFile.createReader(fs, path, CacheConfig.DISABLED, true, conf);
    } catch (CorruptHFileException e) {
      throw new IOException(
          ("%s cannot be read as an HFile; if an attempt was killed while it divided a file in two,"
                  + " the rows are in another file: delete this one and repeat the command")
              .formatted(path),
          e);
    }
  }

  private static boolean seek(HFileScanner scanner, byte[] start) throws IOException {
    if (start.length == 0
        || scanner.seekTo(PrivateCellUtil.createFirstOnRow(start)) == -1) { // all are behind it
      return scanner.seekTo();
    }
    return true; // at a cell that may be before it
  }

  private static int compareRow(Cell cell, byte[] row) {
    return Bytes.compareTo(
        cell.getRowArray(), cell.getRowOffset(), cell.getRowLength(), row, 0, row.length);
  }

  private void add(Path file, Cell cell, EntrySorter sorter) throws IOException {
    try {
      if (!CellUtil.isPut(cell)) {
        checkMarker(cell);
      } else if (reads(cell)) {
        if (PrivateCellUtil.getTag(cell, TagType.TTL_TAG_TYPE).isPresent()) {
          throw new IndexKeyException(
              "the cell has a TTL: expected none, since an expired cell may uncover an older one");
        }
        keys.check(CellUtil.cloneQualifier(cell), CellUtil.cloneValue(cell));
        byte[] row = CellUtil.cloneRow(cell);
        for (byte[] key : keys.keys(ColumnValues.of(List.of(cell), keys.family()))) {
          sorter.add(codec.entryRow(key, row));
        }
      }
    } catch (IndexKeyException e) {
      throw new IndexRefusedException(
          List.of(
              "index %s of %s, row '%s' in %s: %s; nothing was loaded"
                  .formatted(
                      spec.name(),
                      table,
                      Bytes.toStringBinary(CellUtil.cloneRow(cell)),
                      file,
                      e.getMessage())));
    }
  }

  private boolean reads(Cell cell) {
    return keys.reads(
        cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
  }

  /** A deletion of an exact version uncovers an older one, whose entry may have been removed. */
  private void checkMarker(Cell marker) throws IndexKeyException {
    boolean exact =
        PrivateCellUtil.isDeleteFamilyVersion(marker)
            || (PrivateCellUtil.isDeleteType(marker) && reads(marker));
    if (exact) {
      throw new IndexKeyException(
          "the file deletes an exact version, which may uncover an older one: expected deletions of"
              + " whole columns or families");
    }
  }
}
