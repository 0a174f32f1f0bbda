// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.FixedFileTrailer;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The contents of a store file, read without HBase's store. Two files are equal if and only if
 * their images are.
 *
 * @param cells in the file's order, each with its sequence id and tags
 * @param metadata file info and trailer by name; without the time of creation and the names of
 *     other outputs, which are new each time
 * @param blocks hash of the bytes up to the load-on-open section: data, index and Bloom blocks
 */
record StoreFileImage(List<String> cells, Map<String, String> metadata, int blocks) {
  private static final String CREATE_TIME = "hfile.CREATE_TIME_TS";

  /** Reads the image of a file that is neither a reference nor a link. */
  static StoreFileImage read(FileSystem fs, Path path, Configuration conf) throws IOException {
    try (HFile.Reader reader = HFile.createReader(fs, path, CacheConfig.DISABLED, true, conf)) {
      FixedFileTrailer trailer = reader.getTrailer();
      int blocks = Arrays.hashCode(head(fs, path, trailer.getLoadOnOpenDataOffset()));
      return new StoreFileImage(cells(reader, conf), metadata(reader), blocks);
    }
  }

  private static byte[] head(FileSystem fs, Path path, long length) throws IOException {
    byte[] bytes = new byte[Math.toIntExact(length)];
    try (FSDataInputStream in = fs.open(path)) {
      in.readFully(0, bytes);
    }
    return bytes;
  }

  private static List<String> cells(HFile.Reader reader, Configuration conf) throws IOException {
    List<String> cells = new ArrayList<>();
    try (HFileScanner scanner = reader.getScanner(conf, false, false, true)) {
      for (boolean more = scanner.seekTo(); more; more = scanner.next()) {
        Cell cell = scanner.getCell();
        cells.add(describe(cell) + " seq=" + ((ExtendedCell) cell).getSequenceId());
      }
    }
    return cells;
  }

  /** A cell without its sequence id, which clients never see. */
  static String describe(Cell cell) {
    StringBuilder tags = new StringBuilder();
    PrivateCellUtil.tagsIterator(cell)
        .forEachRemaining(
            tag -> tags.append(tag.getType()).append(':').append(hex(Tag.cloneValue(tag))));
    return key(cell) + " value=" + hex(CellUtil.cloneValue(cell)) + " tags=" + tags;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static Map<String, String> metadata(HFile.Reader reader) throws IOException {
    Map<String, String> metadata = new TreeMap<>();
    reader.getHFileInfo().forEach((key, value) -> metadata.put(name(key), show(key, value)));
    metadata.remove(CREATE_TIME);
    metadata.remove(name(OrderedOutputs.EARLIER_OUTPUTS));
    FixedFileTrailer trailer = reader.getTrailer();
    metadata.put("trailer.entries", Long.toString(trailer.getEntryCount()));
    metadata.put("trailer.compression", trailer.getCompressionCodec().getName());
    metadata.put("trailer.indexLevels", Integer.toString(trailer.getNumDataIndexLevels()));
    metadata.put("trailer.indexEntries", Integer.toString(trailer.getDataIndexCount()));
    metadata.put("trailer.metaIndexEntries", Integer.toString(trailer.getMetaIndexCount()));
    metadata.put("trailer.comparator", reader.getComparator().getClass().getName());
    metadata.put("trailer.uncompressedBytes", Long.toString(trailer.getTotalUncompressedBytes()));
    metadata.put("encoding", reader.getDataBlockEncoding().name());
    metadata.put("firstKey", reader.getFirstKey().map(StoreFileImage::key).orElse("none"));
    metadata.put("lastKey", reader.getLastKey().map(StoreFileImage::key).orElse("none"));
    metadata.put("blocksEnd", Long.toString(trailer.getLoadOnOpenDataOffset()));
    return metadata;
  }

  private static String key(Cell cell) {
    String key = CellUtil.getCellKeyAsString(cell);
    return key.substring(0, key.lastIndexOf("/seqid="));
  }

  private static String name(byte[] key) {
    return Bytes.toStringBinary(key);
  }

  /** The sources of a compaction are a set: HBase writes them in no particular order. */
  private static String show(byte[] key, byte[] value) {
    if (!Bytes.equals(key, HStoreFile.COMPACTION_EVENT_KEY)) {
      return Bytes.toStringBinary(value);
    }
    try {
      return new TreeSet<>(ProtobufUtil.toCompactedStoreFiles(value)).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Names of the files that this file replaces. */
  String sources() {
    return metadata.get(name(HStoreFile.COMPACTION_EVENT_KEY));
  }
}
