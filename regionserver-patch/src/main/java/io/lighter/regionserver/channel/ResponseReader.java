// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.channel;

import io.lighter.common.channel.ChannelFormat;
import java.nio.ByteBuffer;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBuf;

/**
 * Parses a compaction server's bytes: a welcome, then responses. Each byte of a frame is copied
 * once, from the network's buffer to the frame. The frame is allocated after its header has arrived
 * with the announced length.
 *
 * <p>Confined to one thread; unusable after an exception.
 */
final class ResponseReader {
  private final Receiver receiver;
  private final byte[] header =
      new byte[Math.max(ChannelFormat.WELCOME_BYTES, ChannelFormat.RESPONSE_HEADER_BYTES)];

  private boolean welcomed;

  /** Frame that is being read; null while a header is read. */
  private byte[] frame;

  /** Bytes received of the frame, or of the header while {@link #frame} is null. */
  private int have;

  /** Receives complete messages. */
  interface Receiver {
    void welcome(int maxOutstanding);

    /**
     * Returns the length of the next frame.
     *
     * @throws ChannelProtocolException if the frame with this id is not the next one
     */
    int announcedLength(int id) throws ChannelProtocolException;

    /** Takes the frame whose length was last read; the receiver owns the bytes. */
    void frame(byte[] bytes);

    /** Notes that the server does not have the frame. */
    void notRetained();
  }

  ResponseReader(Receiver receiver) {
    this.receiver = receiver;
  }

  /** Reads all of {@code in}. */
  void read(ByteBuf in) throws ChannelProtocolException {
    while (in.isReadable()) {
      if (frame != null) {
        readFrame(in);
      } else if (fill(in, header, headerLength())) {
        readHeader(ByteBuffer.wrap(header));
      }
    }
  }

  private int headerLength() {
    return welcomed ? ChannelFormat.RESPONSE_HEADER_BYTES : ChannelFormat.WELCOME_BYTES;
  }

  private void readHeader(ByteBuffer complete) throws ChannelProtocolException {
    if (!welcomed) {
      readWelcome(complete);
      return;
    }
    int id = complete.getInt();
    int length = complete.getInt();
    int announced = receiver.announcedLength(id);
    if (length == ChannelFormat.NOT_RETAINED) {
      receiver.notRetained();
    } else if (length != announced) {
      throw new ChannelProtocolException(
          "a frame of " + length + " bytes in place of " + announced);
    } else {
      frame = new byte[length];
    }
  }

  private void readWelcome(ByteBuffer complete) throws ChannelProtocolException {
    int magic = complete.getInt();
    int version = complete.getInt();
    int maxOutstanding = complete.getInt();
    if (magic != ChannelFormat.MAGIC || version != ChannelFormat.VERSION || maxOutstanding <= 0) {
      throw new ChannelProtocolException("the other side is no compaction server of this version");
    }
    welcomed = true;
    receiver.welcome(maxOutstanding);
  }

  private void readFrame(ByteBuf in) {
    if (fill(in, frame, frame.length)) {
      byte[] complete = frame;
      frame = null;
      receiver.frame(complete);
    }
  }

  /** Copies bytes, and returns whether {@code to} has its first {@code length} bytes. */
  private boolean fill(ByteBuf in, byte[] to, int length) {
    int read = Math.min(in.readableBytes(), length - have);
    in.readBytes(to, have, read);
    have += read;
    if (have < length) {
      return false;
    }
    have = 0;
    return true;
  }
}
