// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.common.CompactionJobId;
import io.lighter.common.WarmupId;
import io.lighter.common.protocol.LighterProtos.WarmupReport;
import io.lighter.warmup.WarmupMeter;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Builds the reports of one warm-up to the manager. A report's rate covers at least {@code
 * LEAST_NANOS}, so that the rate does not jump with every chunk. Thread-safe; {@code this} is the
 * lock of the rate.
 */
public final class WarmupState {
  /** Least time between two rates; an earlier report repeats the rate. */
  private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final WarmupReport about;
  private final WarmupMeter meter;
  private final LongSupplier nanoTime;
  private final long createdNanos;

  /** Time of {@link #ratedBytes}. Guarded by this. */
  private long ratedNanos;

  /** Bytes at the last change of the rate. Guarded by this. */
  private long ratedBytes;

  /** Rate in bytes per second. Guarded by this. */
  private long rate;

  /**
   * Starts the clock of a new warm-up.
   *
   * @param job job whose output is warmed; empty for a local compaction and for a requested warm-up
   * @param strategy name of the strategy in the configuration
   * @param nanoTime see {@link System#nanoTime}
   */
  public WarmupState(
      WarmupId id,
      Optional<CompactionJobId> job,
      StoreParts store,
      String strategy,
      WarmupMeter meter,
      LongSupplier nanoTime) {
    WarmupReport.Builder builder =
        WarmupReport.newBuilder()
            .setId(id.value())
            .setTable(store.table())
            .setRegion(store.region().getEncodedName())
            .setFamily(store.family())
            .setStrategy(strategy);
    job.ifPresent(value -> builder.setJobId(value.value()));
    this.about = builder.buildPartial();
    this.meter = meter;
    this.nanoTime = nanoTime;
    this.createdNanos = nanoTime.getAsLong();
    this.ratedNanos = createdNanos;
  }

  /**
   * Returns the report of now.
   *
   * @param fraction part that is done; values outside 0 to 1 are clipped
   * @param bytesTotal uncompressed bytes of the whole warm-up
   */
  public synchronized WarmupReport report(double fraction, long bytesTotal) {
    long now = nanoTime.getAsLong();
    long remote = meter.remoteBytes();
    long hdfs = meter.fileBytes();
    if (now - ratedNanos >= LEAST_NANOS) {
      rate =
          (long)
              ((remote + hdfs - ratedBytes)
                  * (double) TimeUnit.SECONDS.toNanos(1)
                  / (now - ratedNanos));
      ratedNanos = now;
      ratedBytes = remote + hdfs;
    }
    return about.toBuilder()
        .setFraction(Math.max(0, Math.min(1, fraction)))
        .setBytesTotal(bytesTotal)
        .setBytesFromServer(remote)
        .setBytesFromHdfs(hdfs)
        .setRate(rate)
        .setAgeMs(TimeUnit.NANOSECONDS.toMillis(now - createdNanos))
        .build();
  }
}
