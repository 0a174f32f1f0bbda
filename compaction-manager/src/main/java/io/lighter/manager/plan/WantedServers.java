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
 * <p>The signal rises at once, and falls only to the highest need of the last {@link #HOLD}. It
 * must not flap, because a server that leaves loses its slots and its retained outputs.
 */
public final class WantedServers {
  /** What the signal says before it knows. */
  public static final int UNKNOWN = -1;

  static final Duration HOLD = Duration.ofMinutes(15);

  /** A rate over less time would follow every single compaction. */
  static final Duration LEAST_WINDOW = Duration.ofMinutes(5);

  static final Duration PAUSE = Duration.ofSeconds(10);

  private final MonotonicClock clock;
  private final long configuredWarmupRate;

  // Below: guarded by this.
  private final Deque<Need> needs = new ArrayDeque<>();
  private OptionalLong measuredAt = OptionalLong.empty(); // whatever came of it

  private record Need(int servers, long atNanos) {}

  /**
   * The servers and the work that is there at a moment.
   *
   * @param regions 0 or less: not known
   * @param queued jobs that wait
   * @param memory of the smallest server; 0: there is none
   * @param threads of the smallest server
   */
  public record Cluster(long regions, long queued, long memory, int threads) {}

  /**
   * @param configuredWarmupRate bytes per second, for as long as no warm-up was measured
   */
  public WantedServers(MonotonicClock clock, long configuredWarmupRate) {
    this.clock = clock;
    this.configuredWarmupRate = configuredWarmupRate;
  }

  /** Whether it is time for another {@link #measured}. */
  public synchronized boolean isDue() {
    return measuredAt.isEmpty() || clock.nanoTime() - measuredAt.getAsLong() >= PAUSE.toNanos();
  }

  /** Takes a measurement into account; one that says too little does not change the signal. */
  public synchronized void measured(MeasuredLoad load, Cluster cluster) {
    long now = clock.nanoTime();
    measuredAt = OptionalLong.of(now);
    need(load, cluster).ifPresent(servers -> needs.addLast(new Need(servers, now)));
    forgetOld();
  }

  /** The signal; {@link #UNKNOWN} when nothing was measured of late. */
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
    long servers = plan.servers().orElse(cluster.regions()); // more than one each does not help
    return OptionalInt.of((int) Math.min(Integer.MAX_VALUE, servers));
  }

  /** For the whole of the history: a shorter one may have begun in a pause. */
  private static boolean isQuiet(MeasuredLoad load) {
    return load.jobs() == 0
        && load.turnedAway() == 0
        && load.window().compareTo(LoadHistory.WINDOW) >= 0;
  }

  /** Demand is what was done, what was turned away, and what waits. */
  private CapacityInputs inputs(MeasuredLoad load, Cluster cluster) {
    BigDecimal demand =
        BigDecimal.valueOf(load.jobs())
            .add(BigDecimal.valueOf(load.turnedAway()))
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
