// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hbase.thirdparty.io.netty.util.IllegalReferenceCountException;
import org.junit.jupiter.api.Test;

class ChunkMemoryTest {
  private static final int PAGE = 4 << 10;
  private static final int CAPACITY = 64 * PAGE;

  private final ChunkMemory memory = new ChunkMemory(CAPACITY, () -> false);

  @Test
  void memoryOfAReleasedOutputIsReused() {
    List<StoredFrame> first = stored(30 * PAGE, 31 * PAGE);
    first.forEach(StoredFrame::release);
    assertThat(memory.used()).isZero();
    assertThat(memory.allocated()).isEqualTo(61 * PAGE);

    List<StoredFrame> second = stored(30 * PAGE - 7, 30 * PAGE + 1);

    assertThat(memory.used()).isEqualTo(60 * PAGE - 6);
    assertThat(memory.allocated()).as("nothing is new").isEqualTo(61 * PAGE);
    assertThat(second).hasSize(2);
  }

  @Test
  void freeBuffersOfTheWrongSizeAreDeallocated() {
    stored(PAGE, PAGE, 60 * PAGE).forEach(StoredFrame::release);

    List<StoredFrame> frames = stored(20 * PAGE, 20 * PAGE, 20 * PAGE);

    assertThat(frames).hasSize(3);
    assertThat(memory.allocated()).isEqualTo(62 * PAGE);
    assertThat(memory.store(frame(4 * PAGE))).as("the two single pages go, too").isPresent();
    assertThat(memory.allocated()).isEqualTo(CAPACITY);
  }

  @Test
  void muchLargerBufferIsNotReused() {
    stored(40 * PAGE).forEach(StoredFrame::release);

    stored(10 * PAGE);

    assertThat(memory.allocated()).isEqualTo(50 * PAGE);
  }

  @Test
  void noMoreThanTheCapacityIsAllocated() {
    List<StoredFrame> frames = stored(32 * PAGE, 31 * PAGE);

    assertThat(memory.store(frame(PAGE + 1))).isEmpty();
    assertThat(memory.store(frame(PAGE))).isPresent();
    assertThat(memory.allocated()).isEqualTo(CAPACITY);
    assertThat(frames).hasSize(2);
  }

  @Test
  void frameWithoutAReferenceCannotBeReadOrReleased() {
    StoredFrame frame = memory.store(frame(PAGE)).orElseThrow();
    frame.retain().release();
    assertThat(frame.buffer().remaining()).isEqualTo(PAGE);

    frame.release();

    assertThatThrownBy(frame::buffer).isInstanceOf(IllegalReferenceCountException.class);
    assertThatThrownBy(frame::release).isInstanceOf(IllegalReferenceCountException.class);
    assertThat(memory.used()).isZero();
  }

  @Test
  void excessFreeMemoryIsDeallocated() {
    ChunkMemory little = new ChunkMemory(CAPACITY, 3 * PAGE, () -> false);
    List<StoredFrame> frames = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      frames.add(little.store(frame(2 * PAGE)).orElseThrow());
    }

    frames.forEach(StoredFrame::release);

    assertThat(little.allocated()).isEqualTo(2 * PAGE);
    assertThat(little.store(frame(2 * PAGE))).isPresent();
    assertThat(little.allocated()).as("of what was free").isEqualTo(2 * PAGE);
  }

  @Test
  void closedMemoryDeallocatesFreeBuffers() {
    List<StoredFrame> frames = stored(PAGE, PAGE);
    frames.get(0).release();

    memory.close();

    assertThat(memory.allocated()).isEqualTo(PAGE);
    frames.get(1).release();
    assertThat(memory.allocated()).isZero();
  }

  @Test
  void framesDoNotShareBytesAfterReuse() {
    Random random = new Random(7);
    List<StoredFrame> frames = new ArrayList<>();
    List<ByteBuffer> expected = new ArrayList<>();
    for (int round = 0; round < 2_000; round++) {
      if (random.nextInt(3) > 0) {
        byte[] bytes = new byte[1 + random.nextInt(6 * PAGE)];
        random.nextBytes(bytes);
        memory
            .store(ByteBuffer.wrap(bytes))
            .ifPresent(
                stored -> {
                  frames.add(stored);
                  expected.add(ByteBuffer.wrap(bytes));
                });
      } else if (!frames.isEmpty()) {
        int which = random.nextInt(frames.size());
        assertThat(frames.get(which).buffer()).isEqualTo(expected.get(which));
        frames.remove(which).release();
        expected.remove(which);
      }
      assertThat(memory.allocated()).isBetween(memory.used(), (long) CAPACITY);
    }
    for (int i = 0; i < frames.size(); i++) {
      assertThat(frames.get(i).buffer()).isEqualTo(expected.get(i));
    }
  }

  private List<StoredFrame> stored(int... sizes) {
    List<StoredFrame> frames = new ArrayList<>();
    for (int size : sizes) {
      frames.add(memory.store(frame(size)).orElseThrow());
    }
    return frames;
  }

  private static ByteBuffer frame(int size) {
    return ByteBuffer.allocate(size);
  }
}
