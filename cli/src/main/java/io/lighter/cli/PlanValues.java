package io.lighter.cli;

import io.lighter.manager.plan.CapacityInputs;
import io.lighter.manager.plan.CompactionFrequency;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a plan is computed from, as far as one source has it, or several together. Only {@link
 * #threads} may be left open for good.
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
   * @param source a flag, an option's key, or how it was measured
   */
  record Sourced<T>(T value, String source) {}

  /** These, and where they are silent the others. */
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

  /** Whether no value is there. */
  boolean isEmpty() {
    return missing().size() == REQUIRED && threads.isEmpty();
  }

  /** The flags of the values that are not there and have to be. */
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

  /** For the plan; nothing may be {@link #missing}. */
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
