// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.server.compaction.IoSampler.Activity;
import io.lighter.server.job.IoTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.hbase.Waiter;
import org.junit.jupiter.api.Test;

class IoSamplerTest {
  private static final long WAIT_MS = 60_000;

  @Test
  void innermostHadoopStreamDefinesTheActivity() {
    assertThat(
            activity(
                "sun.nio.ch.SocketChannelImpl",
                "org.apache.hadoop.hdfs.DFSInputStream",
                "org.apache.hadoop.fs.FSDataInputStream",
                "org.apache.hadoop.hbase.io.util.BlockIOUtils"))
        .isEqualTo(Activity.READING);
    assertThat(
            activity(
                "java.lang.Object",
                "org.apache.hadoop.hdfs.DFSOutputStream",
                "org.apache.hadoop.fs.FSDataOutputStream$PositionCache",
                "org.apache.hadoop.hbase.io.hfile.HFileBlock$Writer"))
        .isEqualTo(Activity.WRITING);
    assertThat(activity("org.apache.hadoop.hbase.regionserver.StoreScanner", "java.lang.Thread"))
        .isEqualTo(Activity.OTHER);
    assertThat(activity()).isEqualTo(Activity.OTHER);
  }

  @Test
  void readingThreadsAreCountedUntilForgotten() throws Exception {
    IoTime watched = new IoTime();
    IoTime forgotten = new IoTime();
    CountDownLatch mayForget = new CountDownLatch(1);
    CountDownLatch hasForgotten = new CountDownLatch(1);
    CountDownLatch dataIsThere = new CountDownLatch(1);
    try (IoSampler sampler = new IoSampler(System::nanoTime)) {
      sampler.start();
      Thread reader =
          new Thread(
              () -> {
                sampler.watch(watched);
                readFrom(new FSDataInputStream(slow(dataIsThere)));
              });
      Thread forgetful =
          new Thread(
              () -> {
                sampler.watch(forgotten);
                readFrom(new FSDataInputStream(slow(mayForget)));
                sampler.forget();
                hasForgotten.countDown();
                readFrom(new FSDataInputStream(slow(dataIsThere)));
              });
      reader.start();
      forgetful.start();

      await(() -> forgotten.readingMs() > 100);
      mayForget.countDown();
      assertThat(hasForgotten.await(WAIT_MS, TimeUnit.MILLISECONDS)).isTrue();
      // Samples come every 200 ms or so; after this time a running one has ended.
      awaitGrowth(watched, 300);
      long readingMs = forgotten.readingMs();
      awaitGrowth(watched, 300);
      dataIsThere.countDown();
      reader.join(WAIT_MS);
      forgetful.join(WAIT_MS);

      assertThat(forgotten.readingMs()).isEqualTo(readingMs);
      assertThat(watched.writingMs()).isZero();
    }
  }

  private static void awaitGrowth(IoTime time, long millis) {
    long before = time.readingMs();
    await(() -> time.readingMs() > before + millis);
  }

  private static void await(Waiter.Predicate<RuntimeException> condition) {
    Waiter.waitFor(new Configuration(false), WAIT_MS, 5, condition);
  }

  private static void readFrom(FSDataInputStream stream) {
    try (stream) {
      assertThat(stream.read(0, new byte[1], 0, 1)).isEqualTo(-1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FSInputStream slow(CountDownLatch dataIsThere) {
    return new FSInputStream() {
      @Override
      public int read() {
        try {
          dataIsThere.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        return -1;
      }

      @Override
      public int read(byte[] buffer, int offset, int length) {
        return read();
      }

      @Override
      public void seek(long position) {}

      @Override
      public long getPos() {
        return 0;
      }

      @Override
      public boolean seekToNewSource(long position) {
        return false;
      }
    };
  }

  private static Activity activity(String... classes) {
    return IoSampler.activity(
        Arrays.stream(classes)
            .map(name -> new StackTraceElement(name, "method", null, 0))
            .toArray(StackTraceElement[]::new));
  }
}
