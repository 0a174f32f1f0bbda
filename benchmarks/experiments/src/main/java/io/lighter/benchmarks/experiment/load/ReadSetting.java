// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.common.config.LighterOption;
import java.util.Map;
import java.util.Optional;
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
 * @param use which rows are read, and what for
 * @param isCached whether data blocks are cached, if that differs from the load's table
 */
public record ReadSetting(
    String name,
    String title,
    Engine engine,
    boolean bloom,
    Map<String, String> table,
    Map<String, String> site,
    ReadUse use,
    Optional<Boolean> isCached) {

  /** HBase's default engine with {@link #PARALLEL_SEEK}. */
  public static final String HP = "HP";

  /** The forest, with Bloom filters in HBase's block cache, not resident. */
  public static final String FB = "FB";

  /** HBase's default engine on the slow disk, with a block cache on the fast one. */
  public static final String BUCKET = "BUCKET";

  /** Commits that are not synced at once. */
  public static final String ASYNC = "ASYNC";

  /** End of the name of another engine with such a block cache. */
  private static final String BUCKET_ADDED = "+BUCKET";

  /** HBase's own parallel search; an option of the whole region server. */
  static final String PARALLEL_SEEK = "hbase.storescanner.parallel.seek.enable";

  /** Copies the settings. */
  public ReadSetting {
    table = Map.copyOf(table);
    site = Map.copyOf(site);
  }

  /** Settings for reads of all rows, with a block cache as the load's table. */
  public ReadSetting(
      String name,
      String title,
      Engine engine,
      boolean bloom,
      Map<String, String> table,
      Map<String, String> site) {
    this(name, title, engine, bloom, table, site, ReadUse.ALL, Optional.empty());
  }

  /** The engine's table without a cache of data blocks. */
  static ReadSetting uncached(Engine engine, ReadUse use) {
    return tiers(engine.name(), engine.title(), engine, use, false);
  }

  /** The engine's table with a cache of data blocks in a file on the fast disk. */
  static ReadSetting bucket(Engine engine, ReadUse use) {
    String name = engine == Engine.HDISK ? BUCKET : engine.name() + BUCKET_ADDED;
    return tiers(name, engine.title() + ", block cache on SSD", engine, use, true);
  }

  /** Reads over a merge, with a cache of data blocks in a file on the fast disk. */
  static ReadSetting merge(Engine engine) {
    return tiers(
        engine.name(), engine.title() + ", block cache on SSD", engine, ReadUse.MERGE, true);
  }

  /** Commits of a region server that is killed. */
  static ReadSetting commits() {
    return tiers(
        ASYNC,
        "ASYNC_WAL with %s = %d s"
            .formatted(LighterOption.WAL_ASYNC_MAX_DELAY.key(), AsyncCommits.DELAY.toSeconds()),
        Engine.TIO,
        ReadUse.COMMITS,
        false);
  }

  private static ReadSetting tiers(
      String name, String title, Engine engine, ReadUse use, boolean isCached) {
    return new ReadSetting(
        name, title, engine, true, Map.of(), Map.of(), use, Optional.of(isCached));
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

  /** The forest with its Bloom filters in HBase's block cache. */
  static ReadSetting cachedFilters() {
    return forest(FB, "cached filters", true, Map.of(LighterOption.FOREST_FILTER.key(), "cache"));
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
