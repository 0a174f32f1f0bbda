// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.regionserver.pressure.CallTimes;
import io.lighter.regionserver.pressure.CallTimes.Reading;
import io.lighter.regionserver.pressure.CallTimes.Result;
import io.lighter.warmup.AdaptiveRate;
import io.lighter.warmup.Pace;
import io.lighter.warmup.SteadyPace;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The pace of the strategy {@code adaptive}: a rate that follows the time of calls, within a share
 * of the network link and of one CPU. The floor holds in any case.
 *
 * <p>The cap by CPU is the rate at which the measured CPU time per byte amounts to the share.
 * Thread-safe: one thread calls {@link #decide}, the warm-ups share the pace.
 */
final class AdaptivePace implements Pace {
  /** Bytes in an interval from which their CPU time is known. */
  private static final long LEAST_BYTES = 1 << 20;

  /** Weight of a new measurement of the CPU time per byte. */
  private static final double CPU_WEIGHT = 0.5;

  private final Settings settings;
  private final CallTimes calls;
  private final LongSupplier cpuNanos;
  private final AdaptiveRate rate;
  private final Pace steady;
  private final LongAdder granted = new LongAdder();

  // Below: used by the deciding thread alone, except for percent.
  private boolean adaptiveBefore;
  private boolean anyBefore;
  private long cpuBefore;
  private OptionalDouble cpuNanosPerByte = OptionalDouble.empty();
  private volatile int percent = -1;

  /**
   * The limits.
   *
   * @param start first rate in bytes per second
   * @param link highest rate that the link permits; empty: any
   * @param cpuNanosPerSecond CPU time that the warm-ups may use
   */
  record Settings(
      long start, long floor, long ceiling, OptionalLong link, double cpuNanosPerSecond) {
    private static final double PERCENT = 100;
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * The site's limits.
     *
     * @param known speed of the link in bytes per second, if the site says none
     */
    static Settings of(LighterConfiguration conf, Supplier<OptionalLong> known) {
      OptionalLong site = conf.rate(LighterOption.WARMUP_ADAPTIVE_LINK_RATE);
      OptionalLong link = site.orElse(0) > 0 ? site : known.get();
      int share = conf.number(LighterOption.WARMUP_ADAPTIVE_LINK_PERCENT);
      return new Settings(
          conf.bytes(LighterOption.WARMUP_RATE),
          conf.bytes(LighterOption.WARMUP_RATE_FLOOR),
          conf.bytes(LighterOption.WARMUP_RATE_CEILING),
          link.isEmpty()
              ? OptionalLong.empty()
              : OptionalLong.of((long) (link.getAsLong() * (share / PERCENT))),
          conf.number(LighterOption.WARMUP_ADAPTIVE_CPU_PERCENT) / PERCENT * NANOS_PER_SECOND);
    }
  }

  /**
   * Creates a pace at the first rate.
   *
   * @param cpuNanos CPU time so far of the threads of the warm-ups; 0 if not measured
   */
  AdaptivePace(Settings settings, CallTimes calls, LongSupplier cpuNanos, LongSupplier nanoClock) {
    this.settings = settings;
    this.calls = calls;
    this.cpuNanos = cpuNanos;
    this.rate = new AdaptiveRate(settings.start(), settings.floor(), settings.ceiling());
    this.steady = new SteadyPace(rate, nanoClock);
    rate.cap(cap());
  }

  @Override
  public long nanosBefore(long bytes) {
    granted.add(bytes);
    return steady.nanosBefore(bytes);
  }

  /** The present rate. */
  long bytesPerSecond() {
    return rate.getAsLong();
  }

  /** Time of a call, in percent of the time without warm-ups; -1 if unknown. */
  int percent() {
    return percent;
  }

  /**
   * Decides on the rate. Called every few seconds; what was measured since the last call counts if
   * the same warm-ups moved then.
   *
   * @param adaptive whether a warm-up of this strategy moves
   * @param any whether any warm-up moves
   */
  void decide(boolean adaptive, boolean any) {
    calls.watch(adaptive);
    if (adaptive && adaptiveBefore) {
      measureCpu();
      steer(calls.end());
    } else {
      percent = -1;
      if (any || anyBefore) {
        calls.discard();
      } else {
        calls.endWithoutWarmup();
      }
      cpuBefore = adaptive ? cpuNanos.getAsLong() : 0;
      granted.reset();
    }
    adaptiveBefore = adaptive;
    anyBefore = any;
  }

  private void steer(Result result) {
    percent = -1;
    switch (result.knowledge()) {
      case QUIET -> rate.grow();
      case UNKNOWN -> {} // samples fail to come where the CPUs are full: no reason to grow
      case NO_BASELINE -> {} // the first rate is that of the strategy throttled
      case KNOWN -> {
        Reading reading = result.reading().orElseThrow();
        percent = (int) Math.round(Math.min(Integer.MAX_VALUE, 100 * reading.ratio()));
        rate.sample(reading.ratio(), reading.error());
      }
    }
  }

  /** Other strategies' warm-ups at the same time make a byte look dearer. */
  private void measureCpu() {
    long cpu = cpuNanos.getAsLong();
    long nanos = cpu - cpuBefore;
    cpuBefore = cpu;
    long bytes = granted.sumThenReset();
    if (nanos > 0 && bytes >= LEAST_BYTES) { // falls where a thread has ended
      double measured = (double) nanos / bytes;
      cpuNanosPerByte =
          OptionalDouble.of(
              cpuNanosPerByte.isEmpty()
                  ? measured
                  : cpuNanosPerByte.getAsDouble()
                      + CPU_WEIGHT * (measured - cpuNanosPerByte.getAsDouble()));
    }
    rate.cap(cap());
  }

  private long cap() {
    long cap = settings.link().orElse(Long.MAX_VALUE);
    return cpuNanosPerByte.isEmpty()
        ? cap
        : Math.min(cap, (long) (settings.cpuNanosPerSecond() / cpuNanosPerByte.getAsDouble()));
  }
}
