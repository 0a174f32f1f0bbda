// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DateTieredStoreEngine;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.StripeStoreEngine;

/** How a family arranges its store files, by the HBase engine that compacts the family. */
enum StoreLayout {
  /** HBase's default engine: a major compaction has one output. */
  DEFAULT(DefaultStoreEngine.class),

  /**
   * HBase's stripe engine: a compaction of level 0 has an output for each stripe. Flushes go to
   * level 0, since a flush of several files loses rows if the region server dies between their
   * commits (HBase 2.6.4, DEFAULT tracker).
   */
  STRIPES(StripeStoreEngine.class),

  /** HBase's date-tiered engine: minor and major compactions have an output for each window. */
  DATE_TIERS(DateTieredStoreEngine.class);

  private static final String DELEGATE = "lighter.engine.delegate";
  private static final String ENGINE = "hbase.hstore.engine.class";

  /**
   * Window length, with which {@link Timestamps#spreadOverDays} fills seven windows and a future
   * one.
   */
  private static final Duration WINDOW = Duration.ofDays(5);

  private final Class<?> engine;

  StoreLayout(Class<?> engine) {
    this.engine = engine;
  }

  /**
   * Sets the layout of a family.
   *
   * @param decorated whether the table's engine is one that delegates to HBase's
   */
  void configure(ColumnFamilyDescriptorBuilder family, boolean decorated) {
    if (this != DEFAULT) {
      family.setConfiguration(decorated ? DELEGATE : ENGINE, engine.getName());
    }
    properties().forEach(family::setConfiguration);
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
    };
  }
}
