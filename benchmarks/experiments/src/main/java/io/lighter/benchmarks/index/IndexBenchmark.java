// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.index;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.testing.cluster.ClassPaths;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.Role;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Measures all kinds of operations, on one cluster after the other. Confined to one thread. */
final class IndexBenchmark {
  private static final int REGION_SERVERS = 2;

  /** Part of the operations of a round that is left out, since caches and code get warm. */
  private static final int WARM_UP_DIVISOR = 5;

  private static final Map<String, String> SITE =
      Map.of(
          "hbase.region.server.rpc.scheduler.factory.class",
          "io.lighter.index.rpc.IndexRpcSchedulerFactory",
          // Only the store files of a flush would be read from disk; the paper has all in memory.
          "hbase.hregion.memstore.flush.size",
          "536870912");

  private final IndexPlan plan;
  private final Progress progress;

  IndexBenchmark(IndexPlan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
  }

  /**
   * Runs all trials.
   *
   * @throws IOException if an operation fails, or an index differs from its table
   */
  IndexResults run() throws IOException {
    IndexResults results = new IndexResults(plan.hasNetwork());
    for (int trial = 0; trial < plan.trials(); trial++) {
      progress.step("Starting cluster %d of %d".formatted(trial + 1, plan.trials()));
      LocalClusterSettings.Builder settings =
          LocalClusterSettings.builder()
              .progress(progress::detail)
              .regionServers(REGION_SERVERS)
              .withoutLighter();
      SITE.forEach(settings::site);
      if (plan.hasNetwork()) {
        delayCalls(settings);
      }
      try (LocalCluster cluster = LocalCluster.start(settings.build())) {
        measure(cluster, trial, results);
      }
    }
    progress.finish();
    return results;
  }

  private void delayCalls(LocalClusterSettings.Builder settings) {
    ClassPaths usual = ClassPaths.ofThisInstallation();
    settings
        .site("hbase.rpc.client.impl", DelayedRpcClient.class.getName())
        .site(CallDelay.DELAY, Integer.toString(plan.delayMicros()))
        .classPaths(
            Role.REGION_SERVER,
            new ClassPaths(
                usual.hbase(),
                usual.plugin() + File.pathSeparator + placeOf(DelayedRpcClient.class),
                usual.lighter()));
  }

  private static String placeOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the class path is no file", e);
    }
  }

  private void measure(LocalCluster cluster, int trial, IndexResults results) throws IOException {
    IndexedTables tables = new IndexedTables(cluster.connection(), plan);
    progress.step("Creating tables and indexes");
    tables.create();
    progress.step("Loading %,d rows".formatted(plan.rows()));
    tables.load();
    progress.step("Measuring %d rounds".formatted(plan.rounds()));
    Random order = new Random(plan.seed() + trial);
    try (IndexOperations operations =
        new IndexOperations(cluster.connection(), tables, plan, order.nextLong())) {
      Map<Kind, Sample> unused = round(operations, order); // code that has not run yet
      for (int round = 0; round < plan.rounds(); round++) {
        results.add(trial, round(operations, order));
        progress.update((round + 1.0) / plan.rounds());
      }
    }
    progress.step("Comparing each index with its table");
    tables.check();
  }

  /** Each kind once, in a random order. */
  private Map<Kind, Sample> round(IndexOperations operations, Random order) throws IOException {
    List<Kind> kinds = new ArrayList<>(Arrays.asList(Kind.values()));
    Collections.shuffle(kinds, order);
    Map<Kind, Sample> samples = new EnumMap<>(Kind.class);
    for (Kind kind : kinds) {
      int measured = kind.isSlow() ? plan.slowOperations() : plan.operations();
      for (int i = 0; i < measured / WARM_UP_DIVISOR; i++) {
        long unused = operations.run(kind);
      }
      long[] nanos = new long[measured];
      for (int i = 0; i < measured; i++) {
        nanos[i] = operations.run(kind);
      }
      samples.put(kind, Sample.of(nanos));
    }
    return samples;
  }
}
