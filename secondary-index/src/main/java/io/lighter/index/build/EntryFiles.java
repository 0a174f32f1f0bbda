// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.index.spec.IndexNames;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreUtils;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/** HFiles of entries, in the form of the index table's family. Thread-safe. */
final class EntryFiles {
  private final Configuration conf;
  private final FileSystem fs;
  private final HFileContext context;

  /**
   * Creates the files' reader and writer.
   *
   * @param family of the index table
   */
  EntryFiles(Configuration conf, FileSystem fs, ColumnFamilyDescriptor family) {
    this.conf = conf;
    this.fs = fs;
    this.context =
        new HFileContextBuilder()
            .withCompression(family.getCompressionType())
            .withDataBlockEncoding(family.getDataBlockEncoding())
            .withBlockSize(family.getBlocksize())
            .withChecksumType(StoreUtils.getChecksumType(conf))
            .withBytesPerCheckSum(StoreUtils.getBytesPerChecksum(conf))
            .withHBaseCheckSum(true)
            .withIncludesMvcc(false)
            .withIncludesTags(false)
            .withColumnFamily(family.getName())
            .build();
  }

  boolean exists(Path path) throws IOException {
    return fs.exists(path);
  }

  void delete(Path path) throws IOException {
    boolean unused = fs.delete(path, false);
  }

  /** A file that is being written. Confined to a thread. */
  static final class Writer implements Closeable {
    private final HFile.Writer file;
    private long entries;

    private Writer(HFile.Writer file) {
      this.file = file;
    }

    /** Adds an entry behind all others. */
    void append(byte[] row, long stamp) throws IOException {
      file.append(
          new KeyValue(
              row,
              IndexNames.family(),
              IndexNames.qualifier(),
              stamp,
              KeyValue.Type.Put,
              HConstants.EMPTY_BYTE_ARRAY));
      entries++;
    }

    long entries() {
      return entries;
    }

    @Override
    public void close() throws IOException {
      file.appendFileInfo(
          HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(EnvironmentEdgeManager.currentTime()));
      file.close();
    }
  }

  Writer create(Path path) throws IOException {
    return new Writer(
        HFile.getWriterFactoryNoCache(conf).withPath(fs, path).withFileContext(context).create());
  }

  /** The entries of a file from one row to another. Confined to a thread. */
  static final class Cursor implements Closeable {
    private final HFile.Reader file;
    private final HFileScanner scanner;
    private final byte[] stop;

    /** Null behind the last entry. */
    private byte[] row;

    /** Stamp of the entry of {@link #row}. */
    private long stamp;

    private Cursor(Configuration conf, HFile.Reader file, byte[] start, byte[] stop)
        throws IOException {
      this.file = file;
      this.scanner = file.getScanner(conf, false, false);
      this.stop = stop;
      take(file.getEntries() > 0 && seek(start));
      while (row != null && Bytes.compareTo(row, start) < 0) {
        next();
      }
    }

    private boolean seek(byte[] start) throws IOException {
      if (start.length == 0
          || scanner.seekTo(PrivateCellUtil.createFirstOnRow(start)) == -1) { // all are behind it
        return scanner.seekTo();
      }
      return true; // at an entry that may be before it
    }

    private void take(boolean found) {
      row = found ? CellUtil.cloneRow(scanner.getCell()) : null;
      if (row != null && stop.length > 0 && Bytes.compareTo(row, stop) >= 0) {
        row = null;
      }
      stamp = row == null ? 0 : scanner.getCell().getTimestamp();
    }

    /** The row of the current entry; null behind the last one. */
    byte[] row() {
      return row;
    }

    long stamp() {
      return stamp;
    }

    void next() throws IOException {
      take(scanner.next());
    }

    @Override
    public void close() throws IOException {
      scanner.close();
      file.close(true);
    }
  }

  /** The number of entries of a file. */
  long entries(Path path) throws IOException {
    try (HFile.Reader file = open(path)) {
      return file.getEntries();
    }
  }

  /**
   * Opens a file at the first entry of a range.
   *
   * @param stop the row behind the range; empty: no end
   * @return empty if the file has no entry in the range
   */
  Optional<Cursor> open(Path path, byte[] start, byte[] stop) throws IOException {
    HFile.Reader file = open(path);
    Cursor cursor = null;
    try {
      cursor = new Cursor(conf, file, start, stop);
    } finally {
      if (cursor == null) {
        file.close(true);
      }
    }
    if (cursor.row() == null) {
      cursor.close();
      return Optional.empty();
    }
    return Optional.of(cursor);
  }

  private HFile.Reader open(Path path) throws IOException {
    return HFile.createReader(fs, path, CacheConfig.DISABLED, true, conf);
  }
}
