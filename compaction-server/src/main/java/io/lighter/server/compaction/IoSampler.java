// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import io.lighter.common.MonotonicClock;
import io.lighter.server.job.IoTime;
import java.io.Closeable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Estimates the time that threads spend in reads and writes of the file system, from samples of
 * their stacks a few times a second. Thread-safe.
 *
 * <p>The estimate is exact to some samples. Sampling costs the compactors nothing per cell or
 * block, and adds no layer between HBase and HDFS's streams. A sample stops all threads of the JVM
 * for a moment, so samples are few.
 */
public final class IoSampler implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(IoSampler.class);
  private static final long INTERVAL_MS = 200;

  private final MonotonicClock clock;
  private final Map<Thread, Sampled> threads = new ConcurrentHashMap<>();
  private final ScheduledExecutorService sampler =
      Executors.newSingleThreadScheduledExecutor(
          new ThreadFactoryBuilder().setNameFormat("lighter-io-sampler").setDaemon(true).build());

  /** What a thread does at the moment of a sample. */
  enum Activity {
    READING,
    WRITING,
    OTHER
  }

  /** The sums of a thread. After publication by the map, confined to the sampler's thread. */
  private static final class Sampled {
    final IoTime time;
    long lastNanos;

    Sampled(IoTime time, long now) {
      this.time = time;
      this.lastNanos = now;
    }
  }

  /** Creates a sampler without threads to sample; {@link #start} starts the samples. */
  public IoSampler(MonotonicClock clock) {
    this.clock = clock;
  }

  /** Starts to sample, a few times a second. */
  public void start() {
    ScheduledFuture<?> unused =
        sampler.scheduleWithFixedDelay(
            this::sampleAll, INTERVAL_MS, INTERVAL_MS, TimeUnit.MILLISECONDS);
  }

  /** Measures the calling thread until {@link #forget} is called on this thread. */
  void watch(IoTime time) {
    threads.put(Thread.currentThread(), new Sampled(time, clock.nanoTime()));
  }

  void forget() {
    threads.remove(Thread.currentThread());
  }

  private void sampleAll() {
    try {
      threads.forEach(this::sample);
    } catch (RuntimeException | Error e) { // a failure must not end the sampling
      LOG.error("sampling of the compactors failed", e);
    }
  }

  private void sample(Thread thread, Sampled sampled) {
    Activity activity = activity(thread.getStackTrace());
    long now = clock.nanoTime();
    long millis = TimeUnit.NANOSECONDS.toMillis(now - sampled.lastNanos);
    sampled.lastNanos += TimeUnit.MILLISECONDS.toNanos(millis); // the remainder counts next time
    switch (activity) { // no default: a new activity must have a case
      case READING -> sampled.time.read(millis);
      case WRITING -> sampled.time.wrote(millis);
      case OTHER -> LOG.trace("{} computes or waits", thread);
    }
  }

  /** The activity by the innermost of Hadoop's streams on the stack. */
  static Activity activity(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      String name = frame.getClassName();
      if (name.startsWith("org.apache.hadoop.fs.") || name.startsWith("org.apache.hadoop.hdfs.")) {
        if (name.contains("InputStream")) {
          return Activity.READING;
        }
        if (name.contains("OutputStream")) {
          return Activity.WRITING;
        }
      }
    }
    return Activity.OTHER;
  }

  @Override
  public void close() {
    sampler.shutdownNow();
  }
}
