package io.lighter.common.channel;

import org.apache.hbase.thirdparty.io.netty.buffer.ByteBuf;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBufAllocator;

/** Sizes and contents of what travels over a chunk channel; see the package's description. */
public final class ChannelFormat {
  public static final int MAGIC = 0x4c544343; // LTCC
  public static final int VERSION = 1;
  public static final int SECRET_BYTES = 32;
  public static final int HELLO_BYTES = 2 * Integer.BYTES + Long.BYTES + SECRET_BYTES;
  public static final int WELCOME_BYTES = 3 * Integer.BYTES;
  public static final int REQUEST_BYTES = 3 * Integer.BYTES;
  public static final int RESPONSE_HEADER_BYTES = 2 * Integer.BYTES;

  /** In place of a length. */
  public static final int NOT_KEPT = -1;

  private ChannelFormat() {}

  /**
   * A client's first words.
   *
   * @param secret of {@link #SECRET_BYTES}
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

  /** The answer to a good hello. */
  public static ByteBuf welcome(ByteBufAllocator allocator, int maxOutstanding) {
    return allocator
        .ioBuffer(WELCOME_BYTES)
        .writeInt(MAGIC)
        .writeInt(VERSION)
        .writeInt(maxOutstanding);
  }

  /** Asks for a chunk. */
  public static ByteBuf request(ByteBufAllocator allocator, int id, int file, int chunk) {
    return allocator.ioBuffer(REQUEST_BYTES).writeInt(id).writeInt(file).writeInt(chunk);
  }

  /**
   * What precedes a frame.
   *
   * @param length of the frame, or {@link #NOT_KEPT}
   */
  public static ByteBuf responseHeader(ByteBufAllocator allocator, int id, int length) {
    return allocator.ioBuffer(RESPONSE_HEADER_BYTES).writeInt(id).writeInt(length);
  }
}
