// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an experiment loads, and how the tables are read after their loads.
 *
 * @param engines compared engines, at least one, each once
 * @param plans plans of the loads, at least one, with as many rows and each with its order of keys
 * @param reads ways to read tables that were loaded with random keys; may be empty
 * @param readsPerSecond rate of these reads
 * @param kinds what windows of these reads have, in turn
 * @param commits row of the commits that a killed region server may lose; empty without them
 */
public record LoadSet(
    List<Engine> engines,
    List<LoadPlan> plans,
    List<ReadSetting> reads,
    int readsPerSecond,
    List<ReadWindow.Kind> kinds,
    Optional<Row> commits) {

  /** Windows that fill the block cache, and are not measured. */
  static final int FILLING_WINDOWS = 2;

  /** Windows that are measured. */
  private static final int WINDOWS = 8;

  private static final int WINDOW_FACTOR = 2;
  private static final Duration LONGEST_WINDOW = Duration.ofSeconds(10);

  /** Copies the lists. */
  public LoadSet {
    engines = List.copyOf(engines);
    plans = List.copyOf(plans);
    reads = List.copyOf(reads);
    kinds = List.copyOf(kinds);
  }

  /** Loads and reads without commits. */
  public LoadSet(
      List<Engine> engines,
      List<LoadPlan> plans,
      List<ReadSetting> reads,
      int readsPerSecond,
      List<ReadWindow.Kind> kinds) {
    this(engines, plans, reads, readsPerSecond, kinds, Optional.empty());
  }

  /** Loads with one order of keys, and no reads after them. */
  public static LoadSet of(List<Engine> engines, LoadPlan plan) {
    return new LoadSet(engines, List.of(plan), List.of(), 0, List.of());
  }

  /** The rows of all loads; an engine is left out where it does not apply. */
  List<Row> loads() {
    return plans.stream()
        .flatMap(
            plan ->
                engines.stream()
                    .filter(engine -> engine.appliesTo(plan.keys()))
                    .map(engine -> Row.load(engine, plan)))
        .toList();
  }

  /** The rows of reads after a load. */
  List<Row> reads(Row load) {
    return load.plan().keys() == KeyOrder.RANDOM
        ? reads.stream().filter(it -> it.engine() == load.engine()).map(load::read).toList()
        : List.of();
  }

  /** All rows: loads by order of keys, then reads by whether they use Bloom filters. */
  public List<Row> rows() {
    Map<String, List<Row>> groups = new LinkedHashMap<>();
    for (Row load : loads()) {
      groups.computeIfAbsent(load.group(), name -> new ArrayList<>()).add(load);
    }
    for (Row load : loads()) {
      for (Row row : reads(load)) {
        groups.computeIfAbsent(row.group(), name -> new ArrayList<>()).add(row);
      }
    }
    return Stream.concat(groups.values().stream().flatMap(List::stream), commits.stream()).toList();
  }

  /**
   * All loads in their order. Each repeat shuffles the loads, and the reads after each one. Loads
   * whose reads restart the region server are the last ones of a repeat, and such reads the last
   * ones of a load, because the code of a new server is not compiled yet. So are reads over a
   * merge, which changes the files.
   *
   * @param rehearse whether each engine is rehearsed before the first load, and again before a
   *     repeat that follows a restart
   */
  List<PlannedLoad> planned(int repeats, long seed, boolean rehearse) {
    List<PlannedLoad> planned = new ArrayList<>();
    boolean restarts = reads.stream().anyMatch(ReadSetting::restarts);
    for (int repeat = 1; repeat <= repeats; repeat++) {
      if (rehearse && (repeat == 1 || restarts)) {
        planned.addAll(rehearsals());
      }
      Random random = new Random(seed + repeat);
      List<PlannedLoad> ofRepeat = new ArrayList<>();
      for (Row load : shuffled(loads(), random)) {
        List<Row> after = shuffled(reads(load), random);
        after.sort(Comparator.comparing(LoadSet::changesFiles).thenComparing(LoadSet::restarts));
        ofRepeat.add(new PlannedLoad(load, repeat, after));
      }
      ofRepeat.sort(
          Comparator.comparing(load -> load.reads().stream().anyMatch(LoadSet::restarts)));
      planned.addAll(ofRepeat);
    }
    return planned;
  }

  /** A rehearsal of each engine that is loaded, with the last plan. */
  private List<PlannedLoad> rehearsals() {
    List<Engine> loaded = loads().stream().map(Row::engine).distinct().toList();
    if (loaded.isEmpty()) {
      return List.of(); // commits alone
    }
    LoadPlan shorter = plans.get(plans.size() - 1).rehearsal(loaded.size());
    return loaded.stream()
        .map(engine -> new PlannedLoad(Row.load(engine, shorter), 0, List.of()))
        .toList();
  }

  private static List<Row> shuffled(List<Row> rows, Random random) {
    List<Row> order = new ArrayList<>(rows);
    Collections.shuffle(order, random);
    return order;
  }

  private static boolean restarts(Row row) {
    return row.reads().map(ReadSetting::restarts).orElse(false);
  }

  private static boolean changesFiles(Row row) {
    return row.reads().map(setting -> setting.use() == ReadUse.MERGE).orElse(false);
  }

  /** The clients of reads after a load. */
  LoadPlan readers(LoadPlan loaded) {
    Duration window = loaded.window().multipliedBy(WINDOW_FACTOR);
    return loaded.read(
        readsPerSecond, window.compareTo(LONGEST_WINDOW) < 0 ? window : LONGEST_WINDOW, kinds);
  }

  /** Duration of reads after a load. */
  static Duration duration(LoadPlan readers) {
    return readers.window().multipliedBy(FILLING_WINDOWS + WINDOWS);
  }

  /** Description of the clients for reports, by name. */
  Map<String, Object> description() {
    Map<String, Object> description = plans.get(0).description();
    if (plans.size() > 1) {
      description.put(
          "keys",
          plans.stream().map(plan -> plan.keys().label()).collect(Collectors.joining(", ")));
    }
    if (!reads.isEmpty()) {
      description.put("reads_per_s", LoadPlan.rateInWords(readsPerSecond));
      description.put("window_ms", readers(plans.get(0)).window().toMillis());
    }
    return description;
  }
}
