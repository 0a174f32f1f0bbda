// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.client.commit;

import com.google.protobuf.ServiceException;
import io.lighter.common.MonotonicClock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ConnectionUtils;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;

/**
 * How often and how long a call is repeated: as HBase's client would, by {@code
 * hbase.client.retries.number}, {@code hbase.client.pause} and {@code
 * hbase.client.operation.timeout}. HBase's client itself makes one attempt, so that a commit knows
 * of each.
 *
 * @param most repetitions of a call, 0 or more
 * @param pauseMs first pause, in milliseconds; later ones are longer, as HBase's
 * @param limit time of all attempts; a started one is not cut short
 */
record CallRetries(int most, long pauseMs, Duration limit) {
  /** Longest pause after a refusal: what is taken now may be free at once. */
  private static final long MOST_REFUSED_PAUSE_MS = 500;

  /** Reads the settings of HBase's client. */
  static CallRetries of(Configuration conf) {
    return new CallRetries(
        conf.getInt(
            HConstants.HBASE_CLIENT_RETRIES_NUMBER, HConstants.DEFAULT_HBASE_CLIENT_RETRIES_NUMBER),
        conf.getLong(HConstants.HBASE_CLIENT_PAUSE, HConstants.DEFAULT_HBASE_CLIENT_PAUSE),
        Duration.ofMillis(
            conf.getInt(
                HConstants.HBASE_CLIENT_OPERATION_TIMEOUT,
                HConstants.DEFAULT_HBASE_CLIENT_OPERATION_TIMEOUT)));
  }

  /** How a thread waits. */
  @FunctionalInterface
  interface Sleep {
    void sleep(long ms) throws InterruptedException;
  }

  /** The attempts of one call. Confined to a thread. */
  final class Attempts {
    private final MonotonicClock clock;
    private final Sleep sleep;
    private final long startNanos;
    private int repeated;

    /** Pauses after refusals. */
    private int refused;

    /** Their sum. */
    private long refusedMs;

    Attempts(MonotonicClock clock) {
      this(clock, TimeUnit.MILLISECONDS::sleep);
    }

    Attempts(MonotonicClock clock, Sleep sleep) {
      this.clock = clock;
      this.sleep = sleep;
      this.startNanos = clock.nanoTime();
    }

    /**
     * Waits before the next attempt.
     *
     * @return false, at once, if there is to be none: there were enough, or the thread is
     *     interrupted, whose flag stays set
     */
    boolean next() {
      long pause = ConnectionUtils.getPauseTime(pauseMs, repeated);
      if (repeated >= most || !isInTime(pause)) {
        return false;
      }
      repeated++;
      return sleep(pause);
    }

    /**
     * Waits before the next attempt of a call that was refused for a moment. These pauses take as
     * long in all as those of {@code most} repetitions. They are shorter, and there are more of
     * them: HBase's grow to 10 s and more, while a flush gives places back several times a second.
     *
     * @return as {@link #next}
     */
    boolean nextAfterRefusal() {
      long pause = Math.min(MOST_REFUSED_PAUSE_MS, ConnectionUtils.getPauseTime(pauseMs, refused));
      boolean isEnough = refused >= most && refusedMs >= patienceMs();
      if (isEnough || !isInTime(pause)) {
        return false;
      }
      refused++;
      refusedMs += pause;
      return sleep(pause);
    }

    private boolean isInTime(long pause) {
      return clock.nanoTime() - startNanos + TimeUnit.MILLISECONDS.toNanos(pause)
          <= limit.toNanos();
    }

    private boolean sleep(long pause) {
      try {
        sleep.sleep(pause);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
      return true;
    }
  }

  /** The pauses of all repetitions, without what HBase adds by chance. */
  private long patienceMs() {
    long sum = 0;
    for (int i = 0; i < most; i++) {
      sum += pauseMs * HConstants.RETRY_BACKOFF[Math.min(i, HConstants.RETRY_BACKOFF.length - 1)];
    }
    return sum;
  }

  /** What the region server, or the way to it, said, without HBase's wrapping. */
  static IOException reason(Exception failure) {
    Throwable e = failure;
    while ((e instanceof ServiceException || e instanceof RetriesExhaustedException)
        && e.getCause() instanceof Exception) {
      e = e.getCause();
    }
    return e instanceof IOException io ? io : new IOException(e);
  }

  /** Whether a call ended because its thread was interrupted; time-outs have the same type. */
  static boolean isInterrupt(IOException e) {
    return e instanceof InterruptedIOException && !(e instanceof SocketTimeoutException);
  }
}
