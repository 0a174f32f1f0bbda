package io.lighter.manager.balance;

import io.lighter.common.assignment.SlotTable;
import java.time.Duration;
import org.apache.hadoop.hbase.ServerName;

/**
 * Input of the jobs that came, by slot, decayed. What a job costs is known when it comes, and is
 * booked then: a backlog does not look like more demand than there is. Not thread-safe.
 */
final class SlotDemand {
  /** Decaying all slots for each job would cost more than the error of this delay matters. */
  private static final long GRANULARITY_NANOS = Duration.ofSeconds(1).toNanos();

  private final Decay decay;
  private final double[] sums = new double[SlotTable.SLOTS];
  private final String[] lastRegion = new String[SlotTable.SLOTS];
  private final long firstNanos;
  private long atNanos;

  SlotDemand(Decay decay, long nowNanos) {
    this.decay = decay;
    this.firstNanos = nowNanos;
    this.atNanos = nowNanos;
  }

  /**
   * Books a job.
   *
   * @param table of the region, for people
   */
  void add(String encodedRegionName, String table, long bytes, long nowNanos) {
    forget(nowNanos);
    int slot = SlotTable.slotOf(encodedRegionName);
    sums[slot] += bytes;
    lastRegion[slot] = table + ',' + encodedRegionName;
  }

  /** Books bytes of jobs of which only the server is known, to its slots by their regions. */
  void spread(long bytes, Placement placement, ServerName server, long nowNanos) {
    forget(nowNanos);
    placement.parts(server).forEach((slot, part) -> sums[slot] += bytes * part);
  }

  /** For how long jobs have been booked. */
  Duration known(long nowNanos) {
    return Duration.ofNanos(nowNanos - firstNanos);
  }

  /** Bytes per minute by slot, a copy. */
  double[] perMinute(long nowNanos) {
    forget(nowNanos);
    double[] rates = new double[sums.length];
    for (int slot = 0; slot < rates.length; slot++) {
      rates[slot] = decay.perMinute(sums[slot]);
    }
    return rates;
  }

  /** {@code TABLE,REGION} of each slot's last job, null where there was none; a copy. */
  String[] lastRegions() {
    return lastRegion.clone();
  }

  private void forget(long nowNanos) {
    long elapsed = nowNanos - atNanos;
    if (elapsed < GRANULARITY_NANOS) {
      return;
    }
    double left = decay.left(elapsed);
    for (int slot = 0; slot < sums.length; slot++) {
      sums[slot] *= left;
    }
    atNanos = nowNanos;
  }
}
