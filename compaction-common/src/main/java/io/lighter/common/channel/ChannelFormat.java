// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.channel;

import org.apache.hbase.thirdparty.io.netty.buffer.ByteBuf;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBufAllocator;

/** Sizes and contents of the messages of a chunk channel; see the package's description. */
public final class ChannelFormat {
  public static final int MAGIC = 0x4c544343; // LTCC
  public static final int VERSION = 1;
  public static final int SECRET_BYTES = 32;
  public static final int HELLO_BYTES = 2 * Integer.BYTES + Long.BYTES + SECRET_BYTES;
  public static final int WELCOME_BYTES = 3 * Integer.BYTES;
  public static final int REQUEST_BYTES = 3 * Integer.BYTES;
  public static final int RESPONSE_HEADER_BYTES = 2 * Integer.BYTES;

  /** Value of the length field for a chunk that is not retained. */
  public static final int NOT_RETAINED = -1;

  private ChannelFormat() {}

  /**
   * The first message of a client.
   *
   * @param secret secret of {@link #SECRET_BYTES} bytes
   */
  public static ByteBuf hello(ByteBufAllocator allocator, long ticket, byte[] secret) {
    if (secret.length != SECRET_BYTES) {
      throw new IllegalArgumentException("a secret of " + secret.length + " bytes");
    }
    return allocator
        .ioBuffer(HELLO_BYTES)
        .writeInt(MAGIC)
        .writeInt(VERSION)
        .writeLong(ticket)
        .writeBytes(secret);
  }

  /** The answer to a valid hello. */
  public static ByteBuf welcome(ByteBufAllocator allocator, int maxOutstanding) {
    return allocator
        .ioBuffer(WELCOME_BYTES)
        .writeInt(MAGIC)
        .writeInt(VERSION)
        .writeInt(maxOutstanding);
  }

  /** A request for a chunk. */
  public static ByteBuf request(ByteBufAllocator allocator, int id, int file, int chunk) {
    return allocator.ioBuffer(REQUEST_BYTES).writeInt(id).writeInt(file).writeInt(chunk);
  }

  /**
   * The header of a response, which precedes the frame.
   *
   * @param length length of the frame, or {@link #NOT_RETAINED}
   */
  public static ByteBuf responseHeader(ByteBufAllocator allocator, int id, int length) {
    return allocator.ioBuffer(RESPONSE_HEADER_BYTES).writeInt(id).writeInt(length);
  }
}
