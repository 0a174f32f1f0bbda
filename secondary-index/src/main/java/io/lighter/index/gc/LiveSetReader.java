// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.hash.BloomFilter;
import org.apache.hbase.thirdparty.com.google.common.hash.Funnels;

/** Reads what {@link LiveSetWriter} has written, and believes nothing else. */
final class LiveSetReader {
  private final DataInputStream in;

  /** Bytes of the file that are not read yet; used by the reading thread. */
  private long left;

  private LiveSetReader(InputStream in, long length) {
    this.in = new DataInputStream(in);
    this.left = length;
  }

  /**
   * Reads a whole set.
   *
   * @param length length of the file, which bounds the memory that is used
   * @throws IOException if the set is incomplete or garbled
   */
  static LiveSet read(InputStream in, long length) throws IOException {
    return new LiveSetReader(in, length).read();
  }

  private LiveSet read() throws IOException {
    int magic = in.readInt();
    left -= Integer.BYTES;
    if (magic != LiveSetWriter.MAGIC) {
      throw new IOException(
          "%08x: expected %08x at the beginning of a live set"
              .formatted(magic, LiveSetWriter.MAGIC));
    }
    LiveSetHeader header = LiveSetHeader.of(record(expect(LiveSetWriter.HEADER)));
    Map<byte[], LiveSet.Chunk> chunks = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    byte type = in.readByte();
    while (type == LiveSetWriter.CHUNK) {
      addChunk(record(type), chunks);
      type = in.readByte();
    }
    if (type != LiveSetWriter.END) {
      throw new IOException("record of type %d".formatted(type));
    }
    int expected = ByteBuffer.wrap(record(type)).getInt();
    if (expected != chunks.size() || left != 0) {
      throw new IOException(
          "%d chunks and %d further bytes: expected %d and 0"
              .formatted(chunks.size(), left, expected));
    }
    return new LiveSet(header, chunks);
  }

  private byte expect(byte type) throws IOException {
    byte found = in.readByte();
    if (found != type) {
      throw new IOException("record of type %d: expected %d".formatted(found, type));
    }
    return found;
  }

  /** The bytes of a record whose type has been read, checked. */
  private byte[] record(byte type) throws IOException {
    int length = in.readInt();
    left -= Byte.BYTES + Integer.BYTES;
    if (length < Integer.BYTES || length > left - Integer.BYTES) {
      throw new IOException("record of %d bytes, where %d are left".formatted(length, left));
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    int checksum = in.readInt();
    left -= length + Integer.BYTES;
    if (checksum != LiveSetWriter.checksum(type, bytes)) {
      throw new IOException("checksum of a record of %d bytes".formatted(length));
    }
    return bytes;
  }

  private static void addChunk(byte[] bytes, Map<byte[], LiveSet.Chunk> chunks) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    if (bytes.length < Byte.BYTES + Integer.BYTES) {
      throw new IOException("chunk of %d bytes".formatted(bytes.length));
    }
    boolean wholeRows = buffer.get() != 0;
    int rowLength = buffer.getInt();
    if (rowLength < 0 || rowLength > buffer.remaining()) {
      throw new IOException("row of %d bytes".formatted(rowLength));
    }
    byte[] row = new byte[rowLength];
    buffer.get(row);
    try (InputStream rest =
        new ByteArrayInputStream(bytes, buffer.position(), buffer.remaining())) {
      chunks.put(
          row, new LiveSet.Chunk(BloomFilter.readFrom(rest, Funnels.longFunnel()), wholeRows));
    }
  }
}
