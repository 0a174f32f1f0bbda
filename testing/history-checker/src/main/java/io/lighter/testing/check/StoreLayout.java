// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.cli.EngineName;
import io.lighter.common.config.LighterOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;

/** How a family arranges its store files, by the engine that compacts the family. */
enum StoreLayout {
  /** HBase's default engine: a major compaction has one output. */
  DEFAULT(EngineName.DEFAULT),

  /**
   * HBase's stripe engine: a compaction of level 0 has an output for each stripe. Flushes go to
   * level 0, since a flush of several files loses rows if the region server dies between their
   * commits (HBase 2.6.4, DEFAULT tracker).
   */
  STRIPES(EngineName.STRIPE),

  /** HBase's date-tiered engine: minor and major compactions have an output for each window. */
  DATE_TIERS(EngineName.DATE_TIERED),

  /**
   * Lighter's range engine with ranges that some hundred rows fill, and small files that it merges
   * soon: a compaction has an output for each range, or for each part of one.
   */
  RANGES(EngineName.RANGE),

  /**
   * Lighter's forest of small trees, of which two make one: a compaction has an output for each
   * part between two fences. Its ranges are those of {@link #RANGES}, since the table also changes
   * to that engine.
   */
  TREES(EngineName.FOREST),

  /** Lighter's levels of small files, of which two are merged. */
  LEVELS(EngineName.TIERED),

  /**
   * Lighter's levels over tiers with storage policies of their own, for data nodes with several
   * types of volumes. HDFS moves the blocks of files in the wrong tier.
   */
  TIERS(EngineName.TIERED);

  private static final String DELEGATE = "lighter.engine.delegate";
  private static final String ENGINE = "hbase.hstore.engine.class";

  /**
   * Window length, with which {@link Timestamps#spreadOverDays} fills seven windows and a future
   * one.
   */
  private static final Duration WINDOW = Duration.ofDays(5);

  private static final Map<String, String> SMALL_RANGES =
      Map.of(
          LighterOption.RANGE_SIZE.key(), "256KB",
          LighterOption.RANGE_UNMERGED_MIN.key(), "1",
          LighterOption.RANGE_MAX_FILES.key(), "3",
          LighterOption.RANGE_MAX_WIDE.key(), "2");

  private final EngineName engine;

  StoreLayout(EngineName engine) {
    this.engine = engine;
  }

  /**
   * Sets the layout of a family.
   *
   * @param decorated whether the table's engine is one that delegates to HBase's
   */
  void configure(ColumnFamilyDescriptorBuilder family, boolean decorated) {
    if (this != DEFAULT) {
      family.setConfiguration(decorated ? DELEGATE : ENGINE, engine.className());
    }
    tune(family);
  }

  /** Sets the properties of the layout, for a table that names the engine itself. */
  void tune(ColumnFamilyDescriptorBuilder family) {
    properties().forEach(family::setConfiguration);
    if (this == TIERS) {
      family.setStoragePolicy(TierDisturber.FAMILY_POLICY);
      TierDisturber.Tiers.FIRST.configure(family);
    }
  }

  /** Returns the layout of stores with an engine, on data nodes with one type of volumes. */
  static StoreLayout of(EngineName engine) {
    return Arrays.stream(values())
        .filter(layout -> layout.engine == engine)
        .findFirst()
        .orElseThrow();
  }

  private Map<String, String> properties() {
    return switch (this) {
      case DEFAULT -> Map.of();
      case STRIPES ->
          Map.of(
              "hbase.store.stripe.initialStripeCount", "3",
              "hbase.store.stripe.compaction.flushToL0", "true",
              "hbase.store.stripe.compaction.minFilesL0", "3",
              "hbase.store.stripe.compaction.minFiles", "3");
      case DATE_TIERS ->
          Map.of(
              "hbase.hstore.compaction.date.tiered.base.window.millis",
              Long.toString(WINDOW.toMillis()),
              "hbase.hstore.compaction.date.tiered.windows.per.tier",
              "100", // so that all windows are as long as the first one
              "hbase.hstore.compaction.date.tiered.incoming.window.min",
              "3",
              "hbase.hstore.compaction.date.tiered.single.output.for.minor.compaction",
              "false");
      case RANGES -> SMALL_RANGES;
      case TREES -> {
        Map<String, String> trees = new HashMap<>(SMALL_RANGES);
        trees.put(LighterOption.FOREST_FANOUT.key(), "2");
        trees.put(LighterOption.FOREST_SST_BYTES.key(), "256KB");
        trees.put(LighterOption.FOREST_SST_MIN_BYTES.key(), "0");
        trees.put(LighterOption.FOREST_CLEAN_SSTS.key(), "2");
        yield trees;
      }
      case LEVELS ->
          Map.of(
              LighterOption.TIERED_TIERS.key(), "*:2",
              LighterOption.TIERED_BASE_MIN.key(), "64KB");
      case TIERS ->
          Map.of(
              LighterOption.TIERED_SETTLE.key(), "satisfy",
              LighterOption.TIERED_BASE_MIN.key(), "64KB");
    };
  }
}
