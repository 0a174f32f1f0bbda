// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A data node's disk that stays full, although HDFS deletes compacted files. */
final class DiskFill {
  private static final Logger LOG = LoggerFactory.getLogger(DiskFill.class);
  private static final long PERIOD_MS = 250;
  private static final long END_SECONDS = 10;

  private final LocalCluster cluster;
  private final ProcessName dataNode;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "fill"));

  private volatile boolean isFull;

  private DiskFill(LocalCluster cluster, ProcessName dataNode) {
    this.cluster = cluster;
    this.dataNode = dataNode;
  }

  /** Fills the disk; the disk is full on return. */
  static DiskFill start(LocalCluster cluster, ProcessName dataNode) throws IOException {
    cluster.faults().fillDisk(dataNode);
    DiskFill fill = new DiskFill(cluster, dataNode);
    var unused =
        fill.timer.scheduleWithFixedDelay(
            fill::again, PERIOD_MS, PERIOD_MS, TimeUnit.MILLISECONDS); // ends with the timer
    return fill;
  }

  /** Whether the disk was full at the last check. */
  boolean isInEffect() {
    return isFull;
  }

  private void again() {
    try {
      if (!cluster.faults().isDiskFull(dataNode)) {
        cluster.faults().fillDisk(dataNode);
      }
      isFull = cluster.faults().isDiskFull(dataNode);
    } catch (IOException e) { // the fault then counts as without effect
      isFull = false;
      LOG.warn("disk not refilled dataNode={}", dataNode, e);
    }
  }

  /** Frees the space. */
  void close() throws IOException {
    timer.shutdown();
    try {
      if (!timer.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("the disk of " + dataNode + " is still being filled");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    cluster.faults().freeDisk(dataNode);
  }
}
