// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a loaded table is read: which settings it has while no compaction runs, on the files of the
 * load. Settings of the load's table stay in force unless they are set here.
 *
 * @param name name of the row in results
 * @param title title in reports
 * @param engine the engine whose table is read
 * @param bloom whether reads use the files' Bloom filters
 * @param table further settings of the table
 * @param site further settings of the region server, which restarts for them; empty for none
 */
public record ReadSetting(
    String name,
    String title,
    Engine engine,
    boolean bloom,
    Map<String, String> table,
    Map<String, String> site) {

  /** HBase's default engine with {@link #PARALLEL_SEEK}. */
  public static final String HP = "HP";

  /** The forest, searching one file after the other. */
  public static final String FS = "FS";

  /** The forest, searching with a fixed number of threads. */
  public static final String FC = "FC";

  /** The forest, with HBase's cache of the blocks of Bloom filters. */
  public static final String FB = "FB";

  /** The forest, with resident Bloom filters. */
  public static final String FR = "FR";

  /** HBase's own parallel search; an option of the whole region server. */
  static final String PARALLEL_SEEK = "hbase.storescanner.parallel.seek.enable";

  private static final String SEARCH = "lighter.forest.search";
  private static final String FILTER = "lighter.forest.filter";

  /** Copies the settings. */
  public ReadSetting {
    table = Map.copyOf(table);
    site = Map.copyOf(site);
  }

  /** The engine's table as it was loaded, with or without Bloom filters. */
  static ReadSetting plain(Engine engine, boolean bloom) {
    return new ReadSetting(engine.name(), engine.title(), engine, bloom, Map.of(), Map.of());
  }

  /** HBase's default engine with HBase's own parallel search. */
  static ReadSetting parallelSeek(boolean bloom) {
    return new ReadSetting(
        HP,
        Engine.HD.title() + ", parallel seek",
        Engine.HD,
        bloom,
        Map.of(),
        Map.of(PARALLEL_SEEK, "true"));
  }

  /** The forest's own ways to read, of which a build may lack some. */
  static List<ReadSetting> ofForest(boolean bloom) {
    List<ReadSetting> searches =
        List.of(
            forest(FS, "serial search", bloom, Map.of(SEARCH, "serial")),
            forest(FC, "fixed search", bloom, Map.of(SEARCH, "fixed")));
    return bloom
        ? List.of(
            searches.get(0),
            searches.get(1),
            forest(FB, "cached filters", true, Map.of(FILTER, "cache")),
            forest(FR, "resident filters", true, Map.of(FILTER, "resident")))
        : searches;
  }

  /** The forest with these settings. */
  static ReadSetting forest(
      String name, String words, boolean bloom, Map<String, String> settings) {
    return new ReadSetting(
        name, Engine.FO.title() + ", " + words, Engine.FO, bloom, settings, Map.of());
  }

  /** Whether the region server restarts for these settings. */
  boolean restarts() {
    return !site.isEmpty();
  }

  /** All settings, by key, beside those of the engine's table. */
  Map<String, String> all() {
    Map<String, String> all = new TreeMap<>(table);
    all.putAll(site);
    return all;
  }
}
