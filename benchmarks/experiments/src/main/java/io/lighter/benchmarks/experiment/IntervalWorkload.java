// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/**
 * YCSB's core workload, whose interval logs get a line every {@link #INTERVAL}. YCSB's own {@code
 * status.interval} is in whole seconds; each request for a summary ends an interval, so this class
 * requests one more often. YCSB creates one instance in the process of a client.
 */
public final class IntervalWorkload extends CoreWorkload {
  /** Time between two lines of a log. */
  public static final Duration INTERVAL = Duration.ofMillis(100);

  private static final Logger LOG = LoggerFactory.getLogger(IntervalWorkload.class);

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread intervals = new Thread(task, "measurement-intervals");
            intervals.setDaemon(true);
            return intervals;
          });

  @Override
  public void init(Properties properties) throws WorkloadException {
    super.init(properties);
    long millis = INTERVAL.toMillis();
    // The future is not needed: cleanup() ends the task, and endInterval() throws nothing.
    Future<?> unused =
        thread.scheduleAtFixedRate(
            IntervalWorkload::endInterval, millis, millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void cleanup() throws WorkloadException {
    thread.shutdown(); // before YCSB closes the logs
    super.cleanup();
  }

  private static void endInterval() {
    try {
      Measurements.getMeasurements().getSummary(); // synchronized; the text is not needed
    } catch (RuntimeException e) { // the next line has the operations of both intervals
      LOG.warn("an interval of latencies was not ended", e);
    }
  }
}
