// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.time.Instant;
import java.util.List;

/**
 * The measurements of a trial.
 *
 * @param cacheFactor size of the block cache relative to the data
 * @param repeat number from 1
 * @param compactions phases around each compaction, in order of time, at least one
 * @param targetRate scheduled operations per second
 * @param failures reasons why the figures are invalid; empty if valid
 * @param notes remarks for readers of the figures
 * @param stalls stalls and their causes
 * @param variant variant of the cluster
 */
public record TrialResult(
    Strategy strategy,
    double cacheFactor,
    int repeat,
    List<PhaseTimes> compactions,
    LatencyLog latencies,
    SampleSeries samples,
    double targetRate,
    List<String> failures,
    List<String> notes,
    TrialStalls stalls,
    ClusterVariant variant) {

  /** Checks and copies the collections. */
  public TrialResult {
    if (compactions.isEmpty()) {
      throw new IllegalArgumentException("compactions: expected at least one");
    }
    compactions = List.copyOf(compactions);
    failures = List.copyOf(failures);
    notes = List.copyOf(notes);
  }

  /**
   * A builder of the result of a trial in the default cluster, without failures, notes and known
   * stalls.
   *
   * @param cacheFactor size of the block cache relative to the data
   * @param repeat number from 1
   */
  public static Builder builder(Strategy strategy, double cacheFactor, int repeat) {
    return new Builder(strategy, cacheFactor, repeat);
  }

  /** A builder that starts with all of this result. */
  public Builder toBuilder() {
    return new Builder(strategy, cacheFactor, repeat)
        .compactions(compactions)
        .latencies(latencies)
        .samples(samples)
        .targetRate(targetRate)
        .failures(failures)
        .notes(notes)
        .stalls(stalls)
        .variant(variant);
  }

  /** The same result as that of a trial in another variant of the cluster. */
  public TrialResult in(ClusterVariant other) {
    return toBuilder().variant(other).build();
  }

  /** The kind of the trial's cluster. */
  public ClusterKind cluster() {
    return new ClusterKind(cacheFactor, variant);
  }

  /** Phases around the first compaction. */
  public PhaseTimes first() {
    return compactions.get(0);
  }

  /** End of the trial. */
  public Instant end() {
    return compactions.get(compactions.size() - 1).end();
  }

  /** Whether the figures are valid. */
  public boolean isValid() {
    return failures.isEmpty();
  }

  /** Builder of a result; not thread-safe. */
  public static final class Builder {
    private final Strategy strategy;
    private final double cacheFactor;
    private final int repeat;
    private List<PhaseTimes> compactions = List.of();
    private LatencyLog latencies = new LatencyLog();
    private SampleSeries samples = new SampleSeries(List.of());
    private double targetRate;
    private List<String> failures = List.of();
    private List<String> notes = List.of();
    private TrialStalls stalls = TrialStalls.NONE;
    private ClusterVariant variant = ClusterVariant.DEFAULT;

    private Builder(Strategy strategy, double cacheFactor, int repeat) {
      this.strategy = strategy;
      this.cacheFactor = cacheFactor;
      this.repeat = repeat;
    }

    /** Sets the phases around each compaction, in order of time, at least one. */
    public Builder compactions(List<PhaseTimes> inOrder) {
      compactions = inOrder;
      return this;
    }

    /** Sets the latencies of operations; none by default. */
    public Builder latencies(LatencyLog measured) {
      latencies = measured;
      return this;
    }

    /** Sets the samples of the region servers; none by default. */
    public Builder samples(SampleSeries taken) {
      samples = taken;
      return this;
    }

    /** Sets the scheduled operations per second; 0 by default, a closed loop. */
    public Builder targetRate(double perSecond) {
      targetRate = perSecond;
      return this;
    }

    /** Sets the reasons why the figures are invalid; none by default. */
    public Builder failures(List<String> reasons) {
      failures = reasons;
      return this;
    }

    /** Sets the remarks for readers of the figures; none by default. */
    public Builder notes(List<String> remarks) {
      notes = remarks;
      return this;
    }

    /** Sets the stalls and their causes; none by default. */
    public Builder stalls(TrialStalls explained) {
      stalls = explained;
      return this;
    }

    /** Sets the variant of the cluster; the default cluster by default. */
    public Builder variant(ClusterVariant chosen) {
      variant = chosen;
      return this;
    }

    /**
     * The result.
     *
     * @throws IllegalArgumentException without a compaction
     */
    public TrialResult build() {
      return new TrialResult(
          strategy,
          cacheFactor,
          repeat,
          compactions,
          latencies,
          samples,
          targetRate,
          failures,
          notes,
          stalls,
          variant);
    }
  }
}
