// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.client.commit;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * A transaction, from BEGIN until it is committed or given up. The client chooses the id, so that a
 * repeated call is recognised.
 */
public record TransactionId(UUID value) {
  private static final int BYTES = 16;

  /** A new id. */
  static TransactionId random() {
    return new TransactionId(UUID.randomUUID());
  }

  /**
   * Reads an id.
   *
   * @throws DoNotRetryIOException if {@code bytes} are not those of {@link #bytes}
   */
  public static TransactionId of(byte[] bytes) throws DoNotRetryIOException {
    if (bytes.length != BYTES) {
      throw new DoNotRetryIOException(
          "id of a transaction = %d bytes: expected %d".formatted(bytes.length, BYTES));
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new TransactionId(new UUID(buffer.getLong(), buffer.getLong()));
  }

  /** The id as it is sent. */
  public byte[] bytes() {
    return ByteBuffer.allocate(BYTES)
        .putLong(value.getMostSignificantBits())
        .putLong(value.getLeastSignificantBits())
        .array();
  }

  @Override
  public String toString() {
    return "tx-" + value;
  }
}
