package io.lighter.regionserver.warmup;

import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.WarmupReport;
import io.lighter.warmup.WarmupMeter;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What the manager is told of one warm-up. Thread-safe; {@code this} is the lock of the rate.
 *
 * <p>The rate is that since the report before the last one, so that it does not jump with every
 * chunk.
 */
public final class WarmupState {
  /** A report that comes sooner has the same rate. */
  private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final WarmupReport about;
  private final WarmupMeter meter;
  private final LongSupplier nanoTime;
  private final long createdNanos;

  /** Of {@link #ratedBytes}. Guarded by this. */
  private long ratedNanos;

  /** Guarded by this. */
  private long ratedBytes;

  /** Guarded by this. */
  private long rate;

  /**
   * The state of a warm-up that was created just now.
   *
   * @param id {@code wu-…}
   * @param strategy its name in configuration
   * @param nanoTime see {@link System#nanoTime}
   */
  public WarmupState(
      String id,
      Optional<CompactionJobId> job,
      StoreParts store,
      String strategy,
      WarmupMeter meter,
      LongSupplier nanoTime) {
    WarmupReport.Builder builder =
        WarmupReport.newBuilder()
            .setId(id)
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
   * The state of now.
   *
   * @param fraction brought between 0 and 1
   * @param bytesTotal uncompressed
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
