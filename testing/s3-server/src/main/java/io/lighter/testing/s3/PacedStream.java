// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.s3;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;

/**
 * Writes at most so many bytes in a second, counted from the construction. Confined to one thread.
 */
final class PacedStream extends FilterOutputStream {
  /** Shorter sleeps would take longer than asked for. */
  private static final long LEAST_SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private static final double NANOS_PER_SECOND = 1e9;

  private final long bytesPerSecond;
  private final long start = System.nanoTime();

  /** Owned by the writing thread. */
  private long written;

  /**
   * Creates a stream.
   *
   * @param bytesPerSecond 0 for no limit
   */
  PacedStream(OutputStream out, long bytesPerSecond) {
    super(out);
    this.bytesPerSecond = bytesPerSecond;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    out.write(bytes, offset, count);
    written += count;
    if (bytesPerSecond > 0) {
      long due = (long) (written * NANOS_PER_SECOND / bytesPerSecond);
      sleepUntil(start + due);
    }
  }

  /** Returns at {@code nanos} of {@link System#nanoTime}, or up to 2 ms sooner. */
  private void sleepUntil(long nanos) throws IOException {
    long left = nanos - System.nanoTime();
    if (left >= LEAST_SLEEP_NANOS) {
      out.flush();
      sleep(left);
    }
  }

  static void sleep(long nanos) throws InterruptedIOException {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while an answer was delayed");
    }
  }
}
