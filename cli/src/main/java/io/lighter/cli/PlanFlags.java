// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.PlanValues.Sourced;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Values from the command line of {@code lighter plan}. */
final class PlanFlags {
  @Spec(Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = PlanValues.COMPACTION_RATE,
      paramLabel = "RATE",
      description = "How fast a server reads and compacts one compaction, such as 20MB/s.")
  private String compactionRate;

  @Option(
      names = PlanValues.WARMUP_RATE,
      paramLabel = "RATE",
      description = "How fast an output goes to its region server, such as 8MB/s.")
  private String warmupRate;

  @Option(
      names = PlanValues.MEMORY,
      paramLabel = "SIZE",
      description = "Memory of one server for outputs, such as 6GB.")
  private String memory;

  @Option(
      names = PlanValues.COMPACTION_SIZE,
      paramLabel = "SIZE",
      description = "Average size of a compaction, such as 4GB.")
  private String compactionSize;

  @Option(
      names = PlanValues.PER_REGION,
      paramLabel = "FREQUENCY",
      description = "How often a region is compacted, such as 1/h, 6/d, 0.5/m, 1/w.")
  private String perRegion;

  @Option(names = PlanValues.REGIONS, paramLabel = "N", description = "Number of regions.")
  private String regions;

  @Option(
      names = PlanValues.THREADS,
      paramLabel = "N",
      description =
          "Compactions that one server runs at a time. Default: the fewest threads of the live"
              + " servers; no limit when all other flags are given.")
  private String threads;

  /**
   * The values of all given flags.
   *
   * @throws ParameterException naming the first flag whose value is wrong
   */
  PlanValues values() {
    return new PlanValues(
        read(PlanValues.COMPACTION_RATE, compactionRate, PlanValue::rate, PlanValue.RATE),
        read(PlanValues.WARMUP_RATE, warmupRate, PlanValue::rate, PlanValue.RATE),
        read(PlanValues.MEMORY, memory, PlanValue::size, PlanValue.SIZE),
        read(PlanValues.COMPACTION_SIZE, compactionSize, PlanValue::size, PlanValue.SIZE),
        read(PlanValues.PER_REGION, perRegion, PlanValue::frequency, PlanValue.FREQUENCY),
        read(PlanValues.REGIONS, regions, PlanValue::count, PlanValue.COUNT),
        read(PlanValues.THREADS, threads, PlanValue::count, PlanValue.COUNT));
  }

  private <T> Optional<Sourced<T>> read(
      String flag, String text, Function<String, Optional<T>> parser, String allowed) {
    if (text == null) {
      return Optional.empty();
    }
    T value =
        parser
            .apply(text)
            .orElseThrow(
                () ->
                    new ParameterException(
                        command.commandLine(),
                        "%s = '%s': expected %s".formatted(flag, text, allowed)));
    return Optional.of(new Sourced<>(value, flag));
  }
}
