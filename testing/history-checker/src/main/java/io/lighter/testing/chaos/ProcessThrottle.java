// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process throttled to a tenth of the time: stopped for 450 of each 500 ms. Work with CPU, disk
 * or network takes ten times as long, as on a failing machine.
 */
final class ProcessThrottle {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessThrottle.class);
  private static final long CYCLE_MS = 500;
  private static final long RUNS_MS = 50;
  private static final long END_SECONDS = 10;

  private final LocalCluster cluster;
  private final ProcessName target;
  private final long start = System.nanoTime();
  private final AtomicInteger stops = new AtomicInteger();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "process-throttle"));

  private ProcessThrottle(LocalCluster cluster, ProcessName target) {
    this.cluster = cluster;
    this.target = target;
  }

  static ProcessThrottle start(LocalCluster cluster, ProcessName target) {
    ProcessThrottle throttle = new ProcessThrottle(cluster, target);
    throttle.schedule("STOP", 0);
    throttle.schedule("CONT", CYCLE_MS - RUNS_MS);
    return throttle;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // it ends with the timer
  private void schedule(String signal, long delay) {
    timer.scheduleAtFixedRate(() -> send(signal), delay, CYCLE_MS, TimeUnit.MILLISECONDS);
  }

  private void send(String signal) {
    try {
      cluster.signal(target, signal);
      if (signal.equals("STOP")) {
        stops.incrementAndGet();
      }
    } catch (IOException e) { // the process has ended
      LOG.info("signal not sent target={} signal={}", target, signal, e);
      timer.shutdown();
    }
  }

  /** Whether nearly all planned stops happened. */
  boolean isInEffect() {
    long cycles = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) / CYCLE_MS;
    return stops.get() >= cycles / 2;
  }

  /** Ends the throttling. */
  void close() throws IOException {
    timer.shutdownNow();
    try {
      if (!timer.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("signals to " + target + " do not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    if (cluster.isAlive(target)) {
      cluster.signal(target, "CONT");
    }
  }
}
