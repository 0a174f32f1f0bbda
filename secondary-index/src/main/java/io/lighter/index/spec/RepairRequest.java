// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * An entry that a lookup found stale, as the lookup tells the region of its row: the attribute
 * {@link #ATTRIBUTE} of a get of the row. The observer answers such a get without a read. A server
 * without the observer, or with an older one, reads the row and ignores the attribute.
 *
 * @param index the name of the index
 * @param key the encoded key of the entry
 * @param stamp the stamp of the entry
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, not compared
public record RepairRequest(String index, byte[] key, long stamp) {
  /** Name of the attribute. */
  public static final String ATTRIBUTE = "lighter.index.repair";

  private static final byte VERSION = 1;

  /** Version, stamp, length of the name. */
  private static final int HEADER = 1 + Long.BYTES + 1;

  /** The value of the attribute. */
  public byte[] toBytes() {
    byte[] name = index.getBytes(StandardCharsets.UTF_8); // 32 bytes at most
    return ByteBuffer.allocate(HEADER + name.length + key.length)
        .put(VERSION)
        .putLong(stamp)
        .put((byte) name.length)
        .put(name)
        .put(key)
        .array();
  }

  /**
   * Reads the value of the attribute.
   *
   * @throws DoNotRetryIOException if it is of another form
   */
  public static RepairRequest parse(byte[] bytes) throws DoNotRetryIOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    if (bytes.length < HEADER || buffer.get() != VERSION) {
      throw new DoNotRetryIOException(
          "%s of %d bytes: expected version %d, a stamp and the name of an index"
              .formatted(ATTRIBUTE, bytes.length, VERSION));
    }
    long stamp = buffer.getLong();
    int length = buffer.get();
    if (length < 0 || length > buffer.remaining()) {
      throw new DoNotRetryIOException(
          "%s with a name of %d bytes: expected at most %d"
              .formatted(ATTRIBUTE, length, buffer.remaining()));
    }
    byte[] name = new byte[length];
    buffer.get(name);
    byte[] key = new byte[buffer.remaining()];
    buffer.get(key);
    return new RepairRequest(new String(name, StandardCharsets.UTF_8), key, stamp);
  }
}
