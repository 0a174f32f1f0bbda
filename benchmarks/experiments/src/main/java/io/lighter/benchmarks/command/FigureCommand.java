// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.benchmarks.experiment.Build;
import io.lighter.benchmarks.experiment.ClusterVariant;
import io.lighter.benchmarks.experiment.Experiment;
import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.Figure;
import io.lighter.benchmarks.experiment.Machine;
import io.lighter.benchmarks.experiment.StorePrices;
import io.lighter.benchmarks.experiment.TrialStore;
import io.lighter.benchmarks.experiment.Workload;
import io.lighter.benchmarks.experiment.report.ResultsJson;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench fig4} to {@code bench fig7}: exits with 1 if a strategy has no valid run. */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
public abstract sealed class FigureCommand implements Callable<Integer> {
  private final Figure figure;

  @Spec private CommandSpec spec;

  @Mixin private ExperimentOptions options;

  @Option(
      names = "--strategies",
      paramLabel = "NAME",
      split = ",",
      description = "Strategies of OFF, SS, WTC, PF, CO, RC, PSW, IW, TIW, AD.")
  private List<String> strategies = List.of();

  @Option(
      names = "--cache",
      paramLabel = "FACTOR",
      split = ",",
      description = "Sizes of the block cache relative to the data (default: as in the paper).")
  private List<Double> cacheFactors = List.of();

  @Option(
      names = "--variants",
      paramLabel = "NAME",
      split = ",",
      description =
          "Variants of the cluster, of default, throttled-10, throttled-20, bucket, discharger-10,"
              + " paced, synced, stripes, wal-volumes, two-region-servers (default: default).")
  private List<String> variants = List.of();

  @Option(
      names = "--compactions",
      paramLabel = "N",
      description =
          "Compactions in a row in each trial, 60 s or more from start to start (default: 10, 1"
              + " with --quick).")
  private Integer compactions;

  @Option(
      names = "--resume",
      description =
          "Go on with the experiment in the folder of --out: trials that it has count, and are not"
              + " run again.")
  private boolean resume;

  @Option(
      names = "--price-read",
      paramLabel = "PRICE",
      description =
          "Price of a thousand GET or HEAD requests, for costs with --profile object-store.")
  private Double priceOfReads;

  @Option(
      names = "--price-write",
      paramLabel = "PRICE",
      description = "Price of a thousand PUT, POST or LIST requests, together with --price-read.")
  private Double priceOfWrites;

  FigureCommand(Figure figure) {
    this.figure = figure;
  }

  /** {@code fig4}. */
  @Command(name = "fig4", description = "Stock and offloaded compaction (the paper's Figure 4).")
  public static final class Fig4 extends FigureCommand {
    /** Called by picocli. */
    public Fig4() {
      super(Figure.FIG4);
    }
  }

  /** {@code fig5}. */
  @Command(
      name = "fig5",
      description = "Stock, cache on write and remote cache (the paper's Figure 5).")
  public static final class Fig5 extends FigureCommand {
    /** Called by picocli. */
    public Fig5() {
      super(Figure.FIG5);
    }
  }

  /** {@code fig6}. */
  @Command(
      name = "fig6",
      description = "Warm-ups before, with and after the switch (the paper's Figure 6).")
  public static final class Fig6 extends FigureCommand {
    /** Called by picocli. */
    public Fig6() {
      super(Figure.FIG6);
    }
  }

  /** {@code fig7}. */
  @Command(
      name = "fig7",
      description = {
        "All strategies, and the table of the paper's Figure 7.",
        "Also with a cache that is too small for the data."
      })
  public static final class Fig7 extends FigureCommand {
    /** Called by picocli. */
    public Fig7() {
      super(Figure.FIG7);
    }
  }

  @Override
  public Integer call() throws IOException {
    ExperimentSettings settings = checkedSettings();
    Map<Double, Workload> workloads = workloads(settings);
    TrialStore store = store(settings, Build.checksum());
    TrialStore.Contents earlier = earlier(store);
    return options.run(
        spec,
        settings,
        progress ->
            options.finish(
                spec,
                ResultsJson.of(
                    new Experiment(
                            settings, workloads::get, store, earlier, progress, Clock.systemUTC())
                        .run(soFar -> options.keep(ResultsJson.of(soFar))))));
  }

  /** The stored trials, each of which has to have the conditions of its own kind of cluster. */
  TrialStore store(ExperimentSettings settings, String build) {
    Map<String, Object> machine = Machine.describe();
    return new TrialStore(
        options.out().resolve("trials"),
        kind -> {
          double factor = kind.cacheFactor();
          Map<String, Object> conditions = new HashMap<>(settings.conditions(kind.variant()));
          conditions.put(
              "clients with cache " + factor,
              options.workload(spec, settings, factor).description());
          conditions.put("build", build);
          conditions.put("machine", machine);
          return conditions;
        });
  }

  private TrialStore.Contents earlier(TrialStore store) throws IOException {
    if (resume) {
      return store.read();
    }
    store.requireEmpty();
    return TrialStore.Contents.NONE;
  }

  /** The clients by the size of the block cache. */
  private Map<Double, Workload> workloads(ExperimentSettings settings) {
    Map<Double, Workload> workloads = new HashMap<>();
    for (double factor : settings.cacheFactors()) {
      workloads.put(factor, options.workload(spec, settings, factor));
    }
    return workloads;
  }

  private List<ClusterVariant> checkedVariants() {
    List<ClusterVariant> chosen = new ArrayList<>();
    for (String name : variants) {
      chosen.add(
          ClusterVariant.byLabel(name)
              .orElseThrow(
                  () ->
                      new ParameterException(
                          spec.commandLine(),
                          "--variants %s: expected some of %s"
                              .formatted(name, ClusterVariant.labels()))));
    }
    return chosen.isEmpty() ? List.of(ClusterVariant.DEFAULT) : chosen.stream().distinct().toList();
  }

  ExperimentSettings checkedSettings() {
    List<ClusterVariant> chosen = checkedVariants();
    ExperimentSettings settings =
        options.settings(
            spec,
            figure.label(),
            figure.title(),
            CommonOptions.strategies(spec, strategies, figure.strategies(options.hasObjectStore())),
            cacheFactors.isEmpty()
                ? figure.cacheFactors(options.quick(), options.hasObjectStore())
                : cacheFactors);
    int byDefault = settings.quick() ? 1 : ExperimentSettings.FULL_COMPACTIONS;
    try {
      return withPrices(
          settings
              .withCompactions(compactions == null ? byDefault : compactions)
              .withVariants(chosen));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
    }
  }

  private ExperimentSettings withPrices(ExperimentSettings settings) {
    if (priceOfReads == null && priceOfWrites == null) {
      return settings;
    }
    if (priceOfReads == null || priceOfWrites == null) {
      throw new IllegalArgumentException("price-read, price-write: expected both");
    }
    return settings.withPrices(new StorePrices(priceOfReads, priceOfWrites));
  }
}
