// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.ExitCode;
import io.lighter.common.config.LighterOption;
import io.lighter.common.config.TierListSyntax;
import io.lighter.engine.tiered.TierPlan;
import io.lighter.engine.tiered.TierPlanParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lighter tiers plan}: computes what levels and tiers cost, without a cluster. */
@Command(
    name = "plan",
    description = {
      "Computes what TieredStoreEngine writes and occupies for several K, or for given tiers,",
      "while flushes of new keys fill the stores. Asks no cluster.",
      "Exits with 1 if --ssd suffices for none of them."
    },
    mixinStandardHelpOptions = true)
final class TiersPlanCommand implements Callable<Integer> {
  private static final String STORES = "--stores";
  private static final String FLUSH = "--flush";
  private static final String TIERS = "--tiers";
  private static final String SSD = "--ssd";
  private static final String DATA = "--data";

  private static final List<Integer> FILES = List.of(2, 4, 8, 16, 32, 80);

  /** The policy of the slower tier if only the room of the faster one is given. */
  private static final String SLOW = "HOT";

  /** HBase's default size of a region. */
  private static final long STORE_BYTES = 10L << 30;

  /** Twice as many, with copies of a merge, are a long. */
  private static final long MOST_BYTES = 1L << 60;

  private static final long LEAST_TIER_BYTES = 64L << 20;
  private static final long MB = 1L << 20;

  @Spec private CommandSpec spec;

  @Option(
      names = STORES,
      required = true,
      paramLabel = "N",
      description = "Number of stores: regions times families.")
  private String stores;

  @Option(
      names = FLUSH,
      required = true,
      paramLabel = "SIZE",
      description = "Size of a flushed file, such as 64MB.")
  private String flush;

  @Option(
      names = TIERS,
      paramLabel = "SPEC",
      description =
          "Value of lighter.tiered.tiers. Default: K = 2, 4, 8, 16, 32 and 80 in one tier, or with"
              + " --ssd in two, the second one with the policy HOT.")
  private String tiers;

  @Option(
      names = SSD,
      paramLabel = "SIZE",
      description = "Room of the first tier for all stores, before replication, such as 2TB.")
  private String ssd;

  @Option(
      names = DATA,
      paramLabel = "SIZE",
      description = "Data of all stores, before replication. Default: 10GB for each store.")
  private String data;

  @Mixin private OutputFormat format;

  @Override
  public Integer call() {
    long number = read(STORES, stores, PlanValue::count, PlanValue.COUNT);
    long flushBytes = read(FLUSH, flush, PlanValue::size, PlanValue.SIZE);
    OptionalLong room =
        ssd == null
            ? OptionalLong.empty()
            : OptionalLong.of(read(SSD, ssd, PlanValue::size, PlanValue.SIZE));
    int flushes = flushes(number, flushBytes);
    List<TiersPlanReport.Row> rows = new ArrayList<>();
    for (String each : specs(number, room)) {
      TierPlan plan = TierPlanParser.parse(each, problem -> {});
      TierSimulation ofStore = TierSimulation.of(plan, flushBytes, flushes, leastBase());
      rows.add(new TiersPlanReport.Row(each, plan, ofStore, number, room));
    }
    TiersPlanReport report = new TiersPlanReport(number, flushBytes, flushes, room, rows);
    format.print(spec.commandLine().getOut(), report::text, report::json);
    boolean suffices = room.isEmpty() || rows.stream().anyMatch(TiersPlanReport.Row::suffices);
    return (suffices ? ExitCode.OK : ExitCode.FAILURE).code();
  }

  private static long leastBase() {
    return PlanValue.size(LighterOption.TIERED_BASE_MIN.defaultValue()).orElseThrow();
  }

  /** Returns the flushes that fill a store. */
  private int flushes(long number, long flushBytes) {
    long all = data == null ? 0 : read(DATA, data, PlanValue::size, PlanValue.SIZE);
    if (all > MOST_BYTES) {
      throw wrong(DATA, data, "at most 1024PB");
    }
    if (data == null && number > MOST_BYTES / STORE_BYTES) {
      throw wrong(
          STORES, stores, "at most %d without %s".formatted(MOST_BYTES / STORE_BYTES, DATA));
    }
    long ofStore = data == null ? STORE_BYTES : all / number;
    if (ofStore < flushBytes) {
      throw data == null
          ? wrong(FLUSH, flush, "at most 10GB without %s".formatted(DATA))
          : wrong(DATA, data, "a flush for each of the %d stores or more".formatted(number));
    }
    long flushes = ofStore / flushBytes;
    if (flushes > TierSimulation.MOST_FLUSHES) {
      String allowed =
          "at most %d flushes for each store, which has %d"
              .formatted(TierSimulation.MOST_FLUSHES, flushes);
      throw data == null ? wrong(FLUSH, flush, allowed) : wrong(DATA, data, allowed);
    }
    return (int) flushes;
  }

  /** Returns the values of {@code lighter.tiered.tiers} to compute. */
  private List<String> specs(long number, OptionalLong room) {
    if (tiers != null) {
      List<String> mistakes = TierListSyntax.mistakes(tiers);
      if (!mistakes.isEmpty()) {
        throw new ParameterException(
            spec.commandLine(),
            "%s = '%s': %s; expected %s"
                .formatted(TIERS, tiers, String.join("; ", mistakes), TierListSyntax.allowed()));
      }
      return List.of(tiers.trim());
    }
    if (room.isEmpty()) {
      return FILES.stream().map("*:%d"::formatted).toList();
    }
    long ofStore = room.getAsLong() / number;
    if (ofStore < LEAST_TIER_BYTES) {
      throw wrong(SSD, ssd, "64MB or more for each of the %d stores".formatted(number));
    }
    return FILES.stream()
        .map(files -> "*:%d:%dMB;%s:%d".formatted(files, ofStore / MB, SLOW, files))
        .toList();
  }

  private <T> T read(
      String flag, String text, Function<String, Optional<T>> parser, String allowed) {
    return parser.apply(text).orElseThrow(() -> wrong(flag, text, allowed));
  }

  private ParameterException wrong(String flag, String text, String allowed) {
    return new ParameterException(
        spec.commandLine(), "%s = '%s': expected %s".formatted(flag, text, allowed));
  }
}
