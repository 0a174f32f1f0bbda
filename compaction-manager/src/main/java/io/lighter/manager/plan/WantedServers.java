// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.plan;

import io.lighter.common.MonotonicClock;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.hbase.thirdparty.com.google.common.math.LongMath;

/**
 * The signal for scaling: the number of compaction servers that the measured load needs.
 * Thread-safe.
 *
 * <p>The signal rises at once, and falls only to the highest need of the last {@link #HOLD}.
 * Flapping would be costly, because a server that leaves loses its slots and its retained outputs.
 */
public final class WantedServers {
  /** Value of the signal before the first measurement. */
  public static final int UNKNOWN = -1;

  static final Duration HOLD = Duration.ofMinutes(15);

  /** Shortest window; a rate over less time would follow every single compaction. */
  static final Duration LEAST_WINDOW = Duration.ofMinutes(5);

  static final Duration PAUSE = Duration.ofSeconds(10);

  private final MonotonicClock clock;
  private final long configuredWarmupRate;

  // Below: guarded by this.
  private final Deque<Need> needs = new ArrayDeque<>();
  private OptionalLong measuredAt = OptionalLong.empty(); // with or without a result

  private record Need(int servers, long atNanos) {}

  /**
   * The servers and the present work.
   *
   * @param regions number of regions; 0 or less: unknown
   * @param queued jobs that wait
   * @param memory memory of the smallest server; 0: there is no server
   * @param threads threads of the smallest server
   */
  public record Cluster(long regions, long queued, long memory, int threads) {}

  /**
   * @param configuredWarmupRate bytes per second, used until a warm-up was measured
   */
  public WantedServers(MonotonicClock clock, long configuredWarmupRate) {
    this.clock = clock;
    this.configuredWarmupRate = configuredWarmupRate;
  }

  /** Whether another {@link #measured} is due. */
  public synchronized boolean isDue() {
    return measuredAt.isEmpty() || clock.nanoTime() - measuredAt.getAsLong() >= PAUSE.toNanos();
  }

  /** Accounts for a measurement; one with too little data does not change the signal. */
  public synchronized void measured(MeasuredLoad load, Cluster cluster) {
    long now = clock.nanoTime();
    measuredAt = OptionalLong.of(now);
    need(load, cluster).ifPresent(servers -> needs.addLast(new Need(servers, now)));
    forgetOld();
  }

  /** The signal; {@link #UNKNOWN} without a recent measurement. */
  public synchronized int wanted() {
    forgetOld();
    return needs.stream().mapToInt(Need::servers).max().orElse(UNKNOWN);
  }

  private OptionalInt need(MeasuredLoad load, Cluster cluster) {
    if (isQuiet(load) && cluster.queued() == 0 && cluster.memory() > 0) {
      return OptionalInt.of(1);
    }
    if (load.jobs() == 0
        || load.bytes() == 0
        || load.window().compareTo(LEAST_WINDOW) < 0
        || cluster.regions() <= 0
        || cluster.memory() <= 0) {
      return OptionalInt.empty();
    }
    CapacityPlan plan = CapacityPlan.of(inputs(load, cluster));
    long servers = plan.servers().orElse(cluster.regions()); // one per region is the maximum
    return OptionalInt.of((int) Math.min(Integer.MAX_VALUE, servers));
  }

  /** Whether the load is zero for the whole window: a shorter one may have begun in a pause. */
  private static boolean isQuiet(MeasuredLoad load) {
    return load.jobs() == 0
        && load.rejected() == 0
        && load.window().compareTo(LoadHistory.WINDOW) >= 0;
  }

  /** Demand is the sum of completed, rejected and waiting compactions. */
  private CapacityInputs inputs(MeasuredLoad load, Cluster cluster) {
    BigDecimal demand =
        BigDecimal.valueOf(load.jobs())
            .add(BigDecimal.valueOf(load.rejected()))
            .add(BigDecimal.valueOf(cluster.queued()));
    BigDecimal perRegion =
        demand.divide(BigDecimal.valueOf(cluster.regions()), MathContext.DECIMAL64);
    return new CapacityInputs(
        Math.max(1, LongMath.saturatedMultiply(load.bytes(), 1000) / Math.max(1, load.runningMs())),
        Math.max(1, load.warmupRate().orElse(configuredWarmupRate)),
        cluster.memory(),
        Math.max(1, load.bytes() / load.jobs()),
        new CompactionFrequency(perRegion, load.window()),
        cluster.regions(),
        OptionalInt.of(Math.max(1, cluster.threads())));
  }

  private void forgetOld() { // holds the lock
    long now = clock.nanoTime();
    while (!needs.isEmpty() && now - needs.peekFirst().atNanos() > HOLD.toNanos()) {
      needs.removeFirst();
    }
  }
}
