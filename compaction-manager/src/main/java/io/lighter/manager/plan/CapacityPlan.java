// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.plan;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.OptionalLong;

/**
 * The number of compaction servers that a load needs, by section 6.3 of the paper:
 *
 * <pre>
 *   D = b / c + b / w      seconds that a compaction takes, and that its output is in memory
 *   l = ⌊m / b⌋            compactions that a server's memory holds at a time
 *   h = t / D · l          compactions that a server does in an interval t
 *   C = ⌈R / ⌊h / T⌋⌉      servers for R regions, each compacted T times in t
 * </pre>
 *
 * <p>Two cases go beyond the paper. A compaction that is larger than the memory runs alone, as it
 * does on a server, so l is at least 1. And a server with k threads does no more than t · k · c / b
 * compactions in t, since a compaction occupies a thread for b / c of its D; h is the smaller of
 * the two if k is given.
 *
 * <p>Immutable and exact: numbers to round are computed as whole numbers of any size.
 */
public final class CapacityPlan {
  private static final BigDecimal MILLIS = BigDecimal.valueOf(1000);

  private final CapacityInputs inputs;
  private final long atATime;
  private final Ratio byMemory;
  private final Ratio bySpeed;

  /** The limit of a server's throughput. */
  public enum Limit {
    /** Outputs that wait for their transfer delay the next compaction. */
    MEMORY,
    /** The threads are busy: memory holds at least as many compactions as there are threads. */
    SPEED
  }

  /** A fraction of two numbers above 0. */
  private record Ratio(BigDecimal over, BigDecimal under) {
    boolean isLessThan(Ratio other) {
      return over.multiply(other.under).compareTo(other.over.multiply(under)) < 0;
    }

    BigInteger floor() {
      return over.divideToIntegralValue(under).toBigInteger();
    }

    double value() {
      return over.divide(under, MathContext.DECIMAL64).doubleValue();
    }
  }

  private CapacityPlan(CapacityInputs inputs) {
    this.inputs = inputs;
    this.atATime = Math.max(1, inputs.memory() / inputs.compactionSize());
    BigDecimal c = BigDecimal.valueOf(inputs.compactionRate());
    BigDecimal w = BigDecimal.valueOf(inputs.warmupRate());
    BigDecimal b = BigDecimal.valueOf(inputs.compactionSize());
    BigDecimal t = BigDecimal.valueOf(inputs.perRegion().interval().toMillis());
    BigDecimal l = BigDecimal.valueOf(atATime);
    // b / c + b / w = b (c + w) / (c w)
    this.byMemory =
        new Ratio(t.multiply(c).multiply(w).multiply(l), MILLIS.multiply(b).multiply(c.add(w)));
    BigDecimal k = BigDecimal.valueOf(inputs.threads().orElse(1));
    this.bySpeed = new Ratio(t.multiply(k).multiply(c), MILLIS.multiply(b));
  }

  /** Computes the plan for these inputs. */
  public static CapacityPlan of(CapacityInputs inputs) {
    return new CapacityPlan(inputs);
  }

  /** The inputs of the plan. */
  public CapacityInputs inputs() {
    return inputs;
  }

  /** b / c, seconds. */
  public double compactingSeconds() {
    return (double) inputs.compactionSize() / inputs.compactionRate();
  }

  /** b / w, seconds. */
  public double transferSeconds() {
    return (double) inputs.compactionSize() / inputs.warmupRate();
  }

  /** D = b / c + b / w. */
  public double durationSeconds() {
    return compactingSeconds() + transferSeconds();
  }

  /** l = ⌊m / b⌋, at least 1. */
  public long atATime() {
    return atATime;
  }

  /** Whether a compaction is larger than the memory, so that it runs alone. */
  public boolean isOversized() {
    return inputs.compactionSize() > inputs.memory();
  }

  /** h = t / D · l, or what the threads do in t if that is less. */
  public double perServer() {
    return perServerRatio().value();
  }

  /** t / D · l: the limit by memory. */
  public double perServerByMemory() {
    return byMemory.value();
  }

  /** t · k · c / b: the limit by the threads, or by one thread if their number is not given. */
  public double perServerBySpeed() {
    return bySpeed.value();
  }

  /** ⌊h / T⌋. */
  public BigInteger regionsPerServer() {
    Ratio h = perServerRatio();
    return new Ratio(h.over(), h.under().multiply(inputs.perRegion().times())).floor();
  }

  /**
   * C = ⌈R / ⌊h / T⌋⌉; empty when ⌊h / T⌋ is 0: a single region is compacted more often than a
   * server can, and one region never has two servers.
   */
  public OptionalLong servers() {
    BigInteger each = regionsPerServer();
    if (each.signum() == 0) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        new BigDecimal(BigInteger.valueOf(inputs.regions()))
            .divide(new BigDecimal(each), 0, RoundingMode.CEILING)
            .longValueExact());
  }

  /** The resource to grow first. Without a number of threads, one thread is compared. */
  public Limit limit() {
    return byMemory.isLessThan(bySpeed) ? Limit.MEMORY : Limit.SPEED;
  }

  private Ratio perServerRatio() {
    return inputs.threads().isPresent() && bySpeed.isLessThan(byMemory) ? bySpeed : byMemory;
  }
}
