// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Collection;
import java.util.zip.CRC32;
import org.apache.hbase.thirdparty.com.google.common.hash.BloomFilter;
import org.apache.hbase.thirdparty.com.google.common.hash.Funnels;

/**
 * Writes a live set: a header, chunks of about 100,000 keys in the order of their rows, an end.
 * Each of these is a record of type, length, bytes and checksum. A chunk has its first row and a
 * Bloom filter, which takes 1.8 bytes a key. A row is in one chunk. Confined to one thread.
 */
final class LiveSetWriter implements Closeable {
  static final int MAGIC = 0x4C4C5331; // LLS1
  static final byte HEADER = 'H';
  static final byte CHUNK = 'C';
  static final byte END = 'E';

  /**
   * Part of the stale entries that a set keeps by mistake: of ten stale entries for a live one, one
   * in a hundred live ones.
   */
  static final double FALSE_POSITIVES = 0.001;

  private static final int CHUNK_KEYS = 100_000;

  /** Filters of few bits are worse than they should be: their hashes repeat each other. */
  private static final int LEAST_KEYS = 1_000;

  private final DataOutputStream out;
  private final LiveSetHash hash;

  /** Hashes of the chunk in progress. Owned by the writing thread, as the fields below. */
  private long[] hashes = new long[1024];

  private int size;
  private byte[] firstRow;
  private boolean wholeRows;
  private int chunks;
  private long keys;

  /** Writes the header; the stream belongs to the writer from now on. */
  LiveSetWriter(OutputStream out, LiveSetHeader header) throws IOException {
    this.out = new DataOutputStream(out);
    this.hash = new LiveSetHash(header.seed());
    this.out.writeInt(MAGIC);
    record(HEADER, header.toBytes());
  }

  /** Adds the entries of a row, which is above all rows that were added before. */
  void add(byte[] row, Collection<byte[]> entryRows) throws IOException {
    begin(row);
    entryRows.forEach(entry -> append(hash.ofEntry(entry)));
  }

  /** Adds all entries that a row may have. */
  void addWhole(byte[] row) throws IOException {
    begin(row);
    append(hash.ofWholeRow(row));
    wholeRows = true;
  }

  /** Writes the end. A set without it is none. */
  void end() throws IOException {
    if (size > 0) {
      writeChunk();
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream payload = new DataOutputStream(bytes)) {
      payload.writeInt(chunks);
      payload.writeLong(keys);
    }
    record(END, bytes.toByteArray());
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  private void begin(byte[] row) throws IOException {
    if (size >= CHUNK_KEYS) {
      writeChunk();
    }
    if (size == 0) {
      firstRow = row;
    }
  }

  private void append(long one) {
    if (size == hashes.length) {
      hashes = Arrays.copyOf(hashes, size * 2);
    }
    hashes[size] = one;
    size++;
  }

  private void writeChunk() throws IOException {
    BloomFilter<Long> filter =
        BloomFilter.create(Funnels.longFunnel(), Math.max(LEAST_KEYS, size), FALSE_POSITIVES);
    for (int i = 0; i < size; i++) {
      boolean unused = filter.put(hashes[i]);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream payload = new DataOutputStream(bytes)) {
      payload.writeBoolean(wholeRows);
      payload.writeInt(firstRow.length);
      payload.write(firstRow);
      filter.writeTo(payload);
    }
    record(CHUNK, bytes.toByteArray());
    chunks++;
    keys += size;
    size = 0;
    wholeRows = false;
  }

  private void record(byte type, byte[] bytes) throws IOException {
    out.writeByte(type);
    out.writeInt(bytes.length);
    out.write(bytes);
    out.writeInt(checksum(type, bytes));
  }

  static int checksum(byte type, byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(type);
    crc.update(bytes, 0, bytes.length);
    return (int) crc.getValue();
  }
}
