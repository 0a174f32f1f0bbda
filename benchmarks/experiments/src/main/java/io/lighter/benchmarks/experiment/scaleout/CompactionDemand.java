package io.lighter.benchmarks.experiment.scaleout;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Each region has enough new files for a compaction once in a period, in turn, and never has two
 * under way: one that is late asks again as soon as the last one is over. Used by one thread.
 *
 * @param <R> what stands for a region
 */
final class CompactionDemand<R> {
  /** A region that is late is asked about only so often: each time is a call to a region server. */
  private static final long PATIENCE_NANOS = Duration.ofMillis(500).toNanos();

  private final Compactor<R> compactor;
  private final long periodNanos;
  private final LongSupplier nanoTime;
  private final List<Due<R>> regions = new ArrayList<>();

  /** What compacts regions. */
  interface Compactor<R> {
    /** Whether a compaction of it waits or runs. */
    boolean isBusy(R region) throws IOException;

    /** Asks for one, and returns at once. */
    void compact(R region) throws IOException;
  }

  /** A region, when it has enough files, and when to look at it. */
  private static final class Due<R> {
    final R region;
    long atNanos;
    long askAtNanos;

    Due(R region, long atNanos) {
      this.region = region;
      this.atNanos = atNanos;
      this.askAtNanos = atNanos;
    }
  }

  /** The period begins now. */
  CompactionDemand(
      List<R> regions, Duration period, Compactor<R> compactor, LongSupplier nanoTime) {
    this.compactor = compactor;
    this.periodNanos = period.toNanos();
    this.nanoTime = nanoTime;
    long start = nanoTime.getAsLong();
    for (int i = 0; i < regions.size(); i++) {
      this.regions.add(new Due<>(regions.get(i), start + periodNanos * i / regions.size()));
    }
  }

  /** Asks for what is due by now. */
  void ask() throws IOException {
    for (Due<R> due : regions) {
      long now = nanoTime.getAsLong();
      if (now - due.askAtNanos < 0) {
        continue;
      }
      if (compactor.isBusy(due.region)) {
        due.askAtNanos = now + PATIENCE_NANOS;
      } else {
        compactor.compact(due.region);
        boolean late = now - due.atNanos > periodNanos;
        due.atNanos = late ? now : due.atNanos + periodNanos;
        // It is not known at once that it is under way.
        due.askAtNanos = late ? now + PATIENCE_NANOS : due.atNanos;
      }
    }
  }
}
