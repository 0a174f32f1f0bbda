// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.manager.plan.CapacityInputs;
import io.lighter.manager.plan.CompactionFrequency;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Inputs of a plan, from one source or several. A complete plan needs all of them except {@link
 * #threads}.
 */
record PlanValues(
    Optional<Sourced<Long>> compactionRate,
    Optional<Sourced<Long>> warmupRate,
    Optional<Sourced<Long>> memory,
    Optional<Sourced<Long>> compactionSize,
    Optional<Sourced<CompactionFrequency>> perRegion,
    Optional<Sourced<Long>> regions,
    Optional<Sourced<Long>> threads) {
  static final String COMPACTION_RATE = "--compaction-rate";
  static final String WARMUP_RATE = "--warmup-rate";
  static final String MEMORY = "--memory";
  static final String COMPACTION_SIZE = "--compaction-size";
  static final String PER_REGION = "--per-region";
  static final String REGIONS = "--regions";
  static final String THREADS = "--threads";

  private static final int REQUIRED = 6;

  /**
   * A value and its origin.
   *
   * @param source a flag, an option's key, or a description of the measurement
   */
  record Sourced<T>(T value, String source) {}

  /** These values, completed by {@code others}. */
  PlanValues or(PlanValues others) {
    return new PlanValues(
        compactionRate.or(others::compactionRate),
        warmupRate.or(others::warmupRate),
        memory.or(others::memory),
        compactionSize.or(others::compactionSize),
        perRegion.or(others::perRegion),
        regions.or(others::regions),
        threads.or(others::threads));
  }

  /** Whether no value is present. */
  boolean isEmpty() {
    return missing().size() == REQUIRED && threads.isEmpty();
  }

  /** Flags of required values that are missing. */
  List<String> missing() {
    List<String> flags = new ArrayList<>();
    addMissing(flags, COMPACTION_RATE, compactionRate);
    addMissing(flags, WARMUP_RATE, warmupRate);
    addMissing(flags, MEMORY, memory);
    addMissing(flags, COMPACTION_SIZE, compactionSize);
    addMissing(flags, PER_REGION, perRegion);
    addMissing(flags, REGIONS, regions);
    return flags;
  }

  /** Inputs of the plan; requires that nothing is {@link #missing}. */
  CapacityInputs inputs() {
    return new CapacityInputs(
        compactionRate.orElseThrow().value(),
        warmupRate.orElseThrow().value(),
        memory.orElseThrow().value(),
        compactionSize.orElseThrow().value(),
        perRegion.orElseThrow().value(),
        regions.orElseThrow().value(),
        threads.isPresent()
            ? OptionalInt.of(threads.get().value().intValue())
            : OptionalInt.empty());
  }

  private static void addMissing(List<String> flags, String flag, Optional<?> value) {
    if (value.isEmpty()) {
      flags.add(flag);
    }
  }
}
