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
final class Limp {
  private static final Logger LOG = LoggerFactory.getLogger(Limp.class);
  private static final long CYCLE_MS = 500;
  private static final long RUNS_MS = 50;
  private static final long END_SECONDS = 10;

  private final LocalCluster cluster;
  private final ProcessName victim;
  private final long start = System.nanoTime();
  private final AtomicInteger stops = new AtomicInteger();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "limp"));

  private Limp(LocalCluster cluster, ProcessName victim) {
    this.cluster = cluster;
    this.victim = victim;
  }

  static Limp start(LocalCluster cluster, ProcessName victim) {
    Limp limp = new Limp(cluster, victim);
    limp.schedule("STOP", 0);
    limp.schedule("CONT", CYCLE_MS - RUNS_MS);
    return limp;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // it ends with the timer
  private void schedule(String signal, long delay) {
    timer.scheduleAtFixedRate(() -> send(signal), delay, CYCLE_MS, TimeUnit.MILLISECONDS);
  }

  private void send(String signal) {
    try {
      cluster.signal(victim, signal);
      if (signal.equals("STOP")) {
        stops.incrementAndGet();
      }
    } catch (IOException e) { // the process has ended
      LOG.info("signal not sent target={} signal={}", victim, signal, e);
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
        throw new IOException("signals to " + victim + " do not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    if (cluster.isAlive(victim)) {
      cluster.signal(victim, "CONT");
    }
  }
}
