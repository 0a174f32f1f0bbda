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
 * Counts the regions now and then while this manager leads, on a thread of its own: HBase may
 * answer late or not at all, and then the last known count stays.
 *
 * <p>Regions come and go with tables and splits, not with compaction servers: a change among these
 * starts no reading.
 */
public final class RegionReader implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(RegionReader.class);

  private final Leadership leadership;
  private final RegionSource source;
  private final Consumer<RegionCensus> onRead;
  private final ManagerMetrics metrics;
  private final Worker worker;

  /**
   * Idle until {@link #readNow}.
   *
   * @param interval between the end of a reading and the next
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

  /** Leadership came or went. Does not block. */
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
    } catch (IOException | RuntimeException e) { // HBase's client throws both when HBase is down
      if (worker.isClosed()) {
        LOG.debug("A reading was ended by the manager's end", e);
        return;
      }
      metrics.regionReadFailed();
      LOG.warn("The regions could not be read from HBase; the last known ones stay", e);
    }
  }

  /** Ends a reading, and closes its source. */
  @Override
  public void close() throws IOException {
    worker.close();
    source.close();
  }
}
