package io.lighter.regionserver.channel;

import io.lighter.common.channel.ChannelFormat;
import java.nio.ByteBuffer;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBuf;

/**
 * Takes what a compaction server sends apart: a welcome, then responses. Each byte of a frame is
 * copied once, from the network's buffer to where the frame will stay; that is allocated when the
 * header has come and its length is the one that was announced.
 *
 * <p>Confined to one thread; of no use any more once it has thrown.
 */
final class ResponseReader {
  private final Receiver receiver;
  private final byte[] header =
      new byte[Math.max(ChannelFormat.WELCOME_BYTES, ChannelFormat.RESPONSE_HEADER_BYTES)];

  private boolean welcomed;

  /** Null while a header is read. */
  private byte[] frame;

  /** Bytes that are there of the frame, or else of the header. */
  private int have;

  /** Told of complete messages. */
  interface Receiver {
    void welcome(int maxOutstanding);

    /**
     * Length of the frame that comes next.
     *
     * @throws ChannelProtocolException if it is not this one's turn
     */
    int announcedLength(int id) throws ChannelProtocolException;

    /** The frame whose length was asked for last; the receiver's. */
    void frame(byte[] bytes);

    /** There is no such frame. */
    void notKept();
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
    if (length == ChannelFormat.NOT_KEPT) {
      receiver.notKept();
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

  /** Whether {@code to} has its first {@code length} bytes now. */
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
