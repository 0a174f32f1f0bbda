// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.assign;

import io.lighter.manager.cluster.Leadership;
import io.lighter.manager.cluster.Worker;
import io.lighter.manager.report.ManagerMetrics;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the regions at an interval while this manager leads, on a thread of its own. HBase may
 * answer late or not at all; then the last count stays in use.
 *
 * <p>Regions change with tables and splits, not with compaction servers, whose changes start no
 * reading.
 */
public final class RegionReader implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(RegionReader.class);

  private final Leadership leadership;
  private final RegionSource source;
  private final Consumer<RegionCensus> onRead;
  private final ManagerMetrics metrics;
  private final Worker worker;

  /**
   * Creates a reader that is idle until {@link #readNow}.
   *
   * @param interval time between the end of a reading and the next
   * @param onRead called on the reader's thread; must not block
   */
  public RegionReader(
      Leadership leadership,
      RegionSource source,
      Duration interval,
      ManagerMetrics metrics,
      Consumer<RegionCensus> onRead) {
    this.leadership = leadership;
    this.source = source;
    this.metrics = metrics;
    this.onRead = onRead;
    this.worker = new Worker("region-reader", interval, this::read);
  }

  /** Reads at once after a change of the leadership. Does not block. */
  public void readNow() {
    worker.soon(Duration.ZERO);
  }

  private void read() {
    if (!leadership.isLeader()) {
      return;
    }
    try {
      RegionCensus census = source.read();
      metrics.regionsRead();
      onRead.accept(census);
    } catch (IOException | RuntimeException e) { // HBase's client throws both if HBase is down
      if (worker.isClosed()) {
        LOG.debug("reading of regions interrupted by close", e);
        return;
      }
      metrics.regionReadFailed();
      LOG.warn("cannot read the regions from HBase; the last count stays in use", e);
    }
  }

  /** Ends a reading, and closes its source. */
  @Override
  public void close() throws IOException {
    worker.close();
    source.close();
  }
}
