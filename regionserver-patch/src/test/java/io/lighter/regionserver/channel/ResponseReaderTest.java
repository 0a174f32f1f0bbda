// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.channel;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.channel.ChannelFormat;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBuf;
import org.apache.hbase.thirdparty.io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

class ResponseReaderTest {
  private static final int ROUNDS = 20_000;
  private static final int MAX_FRAME = 300;

  private final Random random = new Random(3);

  /** A receiver that expects frames of the {@code announced} lengths, in that order. */
  private static final class Asker implements ResponseReader.Receiver {
    final Deque<Integer> announced = new ArrayDeque<>();
    final List<byte[]> frames = new ArrayList<>();
    int nextId;
    int welcomes;
    int missing;

    @Override
    public void welcome(int maxOutstanding) {
      welcomes++;
    }

    @Override
    public int announcedLength(int id) throws ChannelProtocolException {
      if (announced.isEmpty() || id != nextId) {
        throw new ChannelProtocolException("not asked for");
      }
      return announced.element();
    }

    @Override
    public void frame(byte[] bytes) {
      assertThat(bytes.length).isEqualTo(announced.remove());
      nextId++;
      frames.add(bytes);
    }

    @Override
    public void notRetained() {
      announced.remove();
      nextId++;
      missing++;
    }
  }

  @Test
  void framesArriveHoweverTheBytesAreSplit() throws Exception {
    for (int round = 0; round < 300; round++) {
      Asker asker = new Asker();
      List<byte[]> frames = frames(asker, random.nextInt(10));
      readInPieces(new ResponseReader(asker), stream(frames));

      assertThat(asker.welcomes).isEqualTo(1);
      assertThat(asker.frames)
          .usingElementComparator(ResponseReaderTest::compare)
          .isEqualTo(frames);
    }
  }

  @Test
  void missingFrameIsReportedAndTheNextOneFollows() throws Exception {
    Asker asker = new Asker();
    asker.announced.add(5);
    asker.announced.add(2);
    ByteBuf bytes =
        welcome()
            .writeInt(0)
            .writeInt(ChannelFormat.NOT_RETAINED)
            .writeInt(1)
            .writeInt(2)
            .writeBytes(new byte[] {8, 9});

    readInPieces(new ResponseReader(asker), bytes);

    assertThat(asker.missing).isEqualTo(1);
    assertThat(asker.frames).singleElement().isEqualTo(new byte[] {8, 9});
  }

  @Test
  void unannouncedLengthIsRejectedBeforeAnAllocation() {
    for (int length : new int[] {Integer.MAX_VALUE, 101, 99, 0, -2, Integer.MIN_VALUE}) {
      Asker asker = new Asker();
      asker.announced.add(100);
      ResponseReader reader = new ResponseReader(asker);
      ByteBuf bytes = welcome().writeInt(0).writeInt(length);
      assertThatThrownBy(() -> reader.read(bytes))
          .isInstanceOf(ChannelProtocolException.class)
          .hasMessageContaining(Integer.toString(length));
    }
  }

  @Test
  void responseToAnotherRequestIsRejected() {
    Asker asker = new Asker();
    asker.announced.add(100);
    ResponseReader reader = new ResponseReader(asker);
    assertThatThrownBy(() -> reader.read(welcome().writeInt(1).writeInt(100)))
        .isInstanceOf(ChannelProtocolException.class);
    ResponseReader idle = new ResponseReader(new Asker());
    assertThatThrownBy(() -> idle.read(welcome().writeInt(0).writeInt(100)))
        .isInstanceOf(ChannelProtocolException.class);
  }

  @Test
  void welcomeOfAnotherProgramIsRejected() {
    ByteBuf noWindow = Unpooled.buffer().writeInt(ChannelFormat.MAGIC).writeInt(1).writeInt(0);
    ByteBuf http = Unpooled.copiedBuffer("HTTP/1.1 400 Bad Request\r\n".getBytes(US_ASCII));
    ByteBuf later = Unpooled.buffer().writeInt(ChannelFormat.MAGIC).writeInt(2).writeInt(1);
    for (ByteBuf bytes : List.of(noWindow, http, later)) {
      ResponseReader reader = new ResponseReader(new Asker());
      assertThatThrownBy(() -> reader.read(bytes)).isInstanceOf(ChannelProtocolException.class);
    }
  }

  /** Damaged, truncated and random streams cause an exception, or frames of the announced sizes. */
  @Test
  void anyStreamYieldsOnlyFramesOfTheAnnouncedSizes() {
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Asker asker = new Asker();
      ByteBuf bytes = stream(frames(asker, 1 + random.nextInt(4)));
      int expected = asker.announced.size();
      switch (random.nextInt(3)) {
        case 0 -> bytes.writerIndex(random.nextInt(bytes.writerIndex() + 1));
        case 1 -> bytes.setByte(random.nextInt(bytes.writerIndex()), random.nextInt());
        default -> {
          byte[] noise = new byte[random.nextInt(100)];
          random.nextBytes(noise);
          bytes = (random.nextBoolean() ? welcome() : Unpooled.buffer()).writeBytes(noise);
        }
      }
      try {
        readInPieces(new ResponseReader(asker), bytes);
      } catch (ChannelProtocolException e) {
        refused++;
      }
      assertThat(asker.frames.size() + asker.missing + asker.announced.size()).isEqualTo(expected);
    }
    assertThat(refused).isBetween(ROUNDS / 10, ROUNDS);
  }

  private List<byte[]> frames(Asker asker, int count) {
    List<byte[]> frames = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] frame = new byte[1 + random.nextInt(MAX_FRAME)];
      random.nextBytes(frame);
      frames.add(frame);
      asker.announced.add(frame.length);
    }
    return frames;
  }

  private static ByteBuf stream(List<byte[]> frames) {
    ByteBuf bytes = welcome();
    for (int i = 0; i < frames.size(); i++) {
      bytes.writeInt(i).writeInt(frames.get(i).length).writeBytes(frames.get(i));
    }
    return bytes;
  }

  private static ByteBuf welcome() {
    return Unpooled.buffer()
        .writeInt(ChannelFormat.MAGIC)
        .writeInt(ChannelFormat.VERSION)
        .writeInt(4);
  }

  private void readInPieces(ResponseReader reader, ByteBuf bytes) throws ChannelProtocolException {
    while (bytes.isReadable()) {
      reader.read(bytes.readSlice(1 + random.nextInt(bytes.readableBytes())));
    }
  }

  private static int compare(byte[] a, byte[] b) {
    return Arrays.compare(a, b);
  }
}
