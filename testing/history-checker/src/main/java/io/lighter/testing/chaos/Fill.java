package io.lighter.testing.chaos;

import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A data node's disk that is full and stays so, though HDFS deletes what was compacted away. */
final class Fill {
  private static final Logger LOG = LoggerFactory.getLogger(Fill.class);
  private static final long PERIOD_MS = 250;
  private static final long END_SECONDS = 10;

  private final LocalCluster cluster;
  private final ProcessName dataNode;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "fill"));

  private volatile boolean isFull;

  private Fill(LocalCluster cluster, ProcessName dataNode) {
    this.cluster = cluster;
    this.dataNode = dataNode;
  }

  /** It is full when this returns. */
  static Fill start(LocalCluster cluster, ProcessName dataNode) throws IOException {
    cluster.faults().fillDisk(dataNode);
    Fill fill = new Fill(cluster, dataNode);
    var unused =
        fill.timer.scheduleWithFixedDelay(
            fill::again, PERIOD_MS, PERIOD_MS, TimeUnit.MILLISECONDS); // ends with the timer
    return fill;
  }

  /** Whether it was full when it was looked at last. */
  boolean isInEffect() {
    return isFull;
  }

  private void again() {
    try {
      if (!cluster.faults().isDiskFull(dataNode)) {
        cluster.faults().fillDisk(dataNode);
      }
      isFull = cluster.faults().isDiskFull(dataNode);
    } catch (IOException e) { // the fault is told to have had no effect then
      isFull = false;
      LOG.warn("The disk of {} is not filled again", dataNode, e);
    }
  }

  /** Gives the space back. */
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
