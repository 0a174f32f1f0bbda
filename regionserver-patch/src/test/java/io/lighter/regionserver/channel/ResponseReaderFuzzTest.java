// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lighter.common.channel.ChannelFormat;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBuf;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBufUtil;
import org.apache.hbase.thirdparty.io.netty.buffer.Unpooled;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bytes that arrive over a chunk channel. The first byte of an input tells whether a welcome
 * precedes the rest, the second one the length of the pieces.
 */
class ResponseReaderFuzzTest {
  private static final List<Integer> ANNOUNCED = List.of(3, 1, 20, 300);

  static List<byte[]> seeds() {
    ByteBuf bytes = Unpooled.buffer().writeByte(1).writeByte(5);
    bytes.writeInt(0).writeInt(3).writeBytes(new byte[3]);
    bytes.writeInt(1).writeInt(ChannelFormat.NOT_RETAINED);
    bytes.writeInt(2).writeInt(20).writeBytes(new byte[20]);
    ByteBuf unexpected = Unpooled.buffer().writeByte(0).writeByte(12);
    unexpected.writeInt(ChannelFormat.MAGIC).writeInt(ChannelFormat.VERSION).writeInt(4);
    return List.of(ByteBufUtil.getBytes(bytes), ByteBufUtil.getBytes(unexpected));
  }

  @MethodSource("seeds")
  @FuzzTest
  void streamIsRefusedOrGivesFramesOfTheAnnouncedSizes(byte[] input) {
    if (input.length < 2) {
      return;
    }
    Asker asker = new Asker();
    ResponseReader reader = new ResponseReader(asker);
    ByteBuf stream = Unpooled.buffer();
    if ((input[0] & 1) != 0) {
      stream.writeInt(ChannelFormat.MAGIC).writeInt(ChannelFormat.VERSION).writeInt(4);
    }
    stream.writeBytes(input, 2, input.length - 2);
    int piece = Math.max(1, input[1] & 0x7f);
    try {
      while (stream.isReadable()) {
        reader.read(stream.readSlice(Math.min(piece, stream.readableBytes())));
      }
    } catch (ChannelProtocolException e) {
      assertThat(e.getMessage()).isNotEmpty();
    }

    assertThat(asker.bytes).isLessThanOrEqualTo(input.length);
    assertThat(asker.answers + asker.announced.size()).isEqualTo(ANNOUNCED.size());
    assertThat(asker.welcomes).isLessThanOrEqualTo(1);
  }

  /** A receiver that has requested a few frames. */
  private static final class Asker implements ResponseReader.Receiver {
    private final Deque<Integer> announced = new ArrayDeque<>(ANNOUNCED);
    private int welcomes;
    private int answers;
    private long bytes;

    @Override
    public void welcome(int maxOutstanding) {
      assertThat(maxOutstanding).isPositive();
      welcomes++;
    }

    @Override
    public int announcedLength(int id) throws ChannelProtocolException {
      if (announced.isEmpty() || id != answers) {
        throw new ChannelProtocolException("not asked for");
      }
      return announced.element();
    }

    @Override
    public void frame(byte[] frame) {
      assertThat(frame).hasSize(announced.remove());
      bytes += frame.length;
      answers++;
    }

    @Override
    public void notRetained() {
      announced.remove();
      answers++;
    }
  }
}
