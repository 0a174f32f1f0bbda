// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.common.config.LighterConfiguration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Turns the options of {@code bench forest} into loads and reads. */
public final class ForestLoads {
  private static final int MAX_READS = 1_000;
  private static final char ROW_END = ':';

  private final double scale;
  private final boolean quick;
  private final int readsPerSecond;

  /** Settings of all tables with a forest. */
  private final Map<String, String> settings = new TreeMap<>();

  /** Settings of further reads, by the names of their rows. */
  private final Map<String, Map<String, String>> ofRows = new TreeMap<>();

  /**
   * Checks the options.
   *
   * @param scale scale of the data, above 0
   * @param quick whether to load a sixth of the rows
   * @param readsPerSecond rate of reads after a load
   * @param settings settings of the forest's tables by key; a key that begins with a name and a
   *     colon is one of further reads
   * @throws IllegalArgumentException naming an option and what is allowed
   */
  public ForestLoads(
      double scale, boolean quick, int readsPerSecond, Map<String, String> settings) {
    if (readsPerSecond < 1 || readsPerSecond > MAX_READS) {
      throw new IllegalArgumentException(
          "--reads %d: expected 1 to %d".formatted(readsPerSecond, MAX_READS));
    }
    this.scale = scale;
    this.quick = quick;
    this.readsPerSecond = readsPerSecond;
    settings.forEach(this::add);
  }

  private void add(String key, String value) {
    int end = key.indexOf(ROW_END);
    if (end < 0) {
      settings.put(key, value);
      return;
    }
    String row = key.substring(0, end);
    if (row.isEmpty() || names().contains(row)) {
      throw new IllegalArgumentException(
          "--set %s=%s: expected a row of another name than '%s'".formatted(key, value, row));
    }
    Map<String, String> ofRow = Map.of(key.substring(end + 1), value);
    List<String> problems = LighterConfiguration.problems(ofRow);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException("--set " + row + ROW_END + String.join("; ", problems));
    }
    ofRows.computeIfAbsent(row, name -> new TreeMap<>()).putAll(ofRow);
  }

  /** Names of rows that are there without options. */
  private static Set<String> names() {
    Set<String> names = new HashSet<>(Set.of(ReadSetting.HP, ReadSetting.FB));
    for (Engine engine : Engine.values()) {
      names.add(engine.name());
    }
    return names;
  }

  /**
   * The loads and reads for these figures.
   *
   * @param engines compared engines, at least one, each once
   * @param figures at least one
   * @throws IllegalArgumentException naming a setting that is out of range, or an engine if none of
   *     the engines is for these orders of keys
   */
  public LoadSet of(List<Engine> engines, Set<ForestFigure> figures) {
    List<KeyOrder> orders =
        figures.contains(ForestFigure.WA)
            ? List.of(KeyOrder.ASCENDING, KeyOrder.NEARLY_ASCENDING, KeyOrder.RANDOM)
            : List.of(KeyOrder.RANDOM);
    List<ReadWindow.Kind> kinds = new ArrayList<>();
    if (figures.contains(ForestFigure.GETS)) {
      kinds.add(ReadWindow.Kind.GET);
    }
    if (figures.contains(ForestFigure.SCANS)) {
      kinds.add(ReadWindow.Kind.SCAN);
    }
    LoadSet loads =
        new LoadSet(
            engines,
            orders.stream()
                .map(order -> LoadPlan.unlimited(scale, quick, order, settings))
                .toList(),
            kinds.isEmpty() ? List.of() : reads(engines),
            readsPerSecond,
            kinds);
    if (loads.loads().isEmpty()) {
      throw new IllegalArgumentException(
          "--engines %s: expected an engine for random keys, or --figures wa"
              .formatted(engines.get(0)));
    }
    return loads;
  }

  private List<ReadSetting> reads(List<Engine> engines) {
    return Stream.of(true, false)
        .flatMap(bloom -> Stream.concat(plain(engines, bloom), special(bloom)))
        .toList();
  }

  private static Stream<ReadSetting> plain(List<Engine> engines, boolean bloom) {
    return engines.stream().map(engine -> ReadSetting.plain(engine, bloom));
  }

  /** Reads of engines with more than one way to read; those of engines that are not loaded, too. */
  private Stream<ReadSetting> special(boolean bloom) {
    return Stream.of(
            Stream.of(ReadSetting.parallelSeek(bloom)),
            bloom ? Stream.of(ReadSetting.cachedFilters()) : Stream.<ReadSetting>of(),
            ofRows.entrySet().stream()
                .map(
                    row ->
                        ReadSetting.forest(
                            row.getKey(), words(row.getValue()), bloom, row.getValue())))
        .flatMap(settings -> settings);
  }

  private static String words(Map<String, String> settings) {
    return new TreeMap<>(settings).toString();
  }
}
