// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A daemon thread that takes a sample in each period until {@link #close}, and the samples.
 * Thread-safe.
 *
 * @param <T> an immutable sample
 */
public final class PeriodicSamples<T> implements AutoCloseable {
  /** Time after which {@link #close} interrupts a sample. */
  private static final long END_S = 10;

  private final Source<T> source;
  private final Consumer<Exception> onFailure;
  private final ScheduledExecutorService thread;

  /** Guarded by itself. */
  private final List<T> samples = new ArrayList<>();

  private PeriodicSamples(String name, Source<T> source, Consumer<Exception> onFailure) {
    this.source = source;
    this.onFailure = onFailure;
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread sampler = new Thread(task, name);
              sampler.setDaemon(true);
              return sampler;
            });
  }

  /**
   * What is sampled.
   *
   * @param <T> a sample
   */
  @FunctionalInterface
  public interface Source<T> {
    /** Takes a sample, on the sampler's thread. */
    T sample() throws IOException;
  }

  /**
   * Starts to sample; the caller closes the sampler.
   *
   * @param name name of the thread
   * @param onFailure gets what a sample throws; the next one may succeed
   */
  public static <T> PeriodicSamples<T> start(
      String name, Duration period, Source<T> source, Consumer<Exception> onFailure) {
    PeriodicSamples<T> sampler = new PeriodicSamples<>(name, source, onFailure);
    var unused =
        sampler.thread.scheduleAtFixedRate(
            sampler::sample, 0, period.toMillis(), TimeUnit.MILLISECONDS); // ends with the thread
    return sampler;
  }

  /** The samples so far. */
  public List<T> soFar() {
    synchronized (samples) {
      return List.copyOf(samples);
    }
  }

  private void sample() {
    try {
      T sample = source.sample();
      synchronized (samples) {
        samples.add(sample);
      }
    } catch (IOException | RuntimeException e) { // or the schedule would end
      onFailure.accept(e);
    }
  }

  /** Ends the thread. What the source uses may be closed afterwards. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(END_S, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
