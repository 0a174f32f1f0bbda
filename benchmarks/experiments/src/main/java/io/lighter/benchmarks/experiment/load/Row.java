// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import java.util.Optional;
import java.util.SortedMap;

/**
 * A row of the results: a load of one engine, or reads of such a table after the load.
 *
 * @param engine engine of the table
 * @param plan what was loaded
 * @param reads how the loaded table was read; empty for the load itself
 */
public record Row(Engine engine, LoadPlan plan, Optional<ReadSetting> reads) {
  /** The row of a load. */
  public static Row load(Engine engine, LoadPlan plan) {
    return new Row(engine, plan, Optional.empty());
  }

  /** The row of reads of this load's table. */
  public Row read(ReadSetting setting) {
    return new Row(engine, plan, Optional.of(setting));
  }

  /** Name, unique in the group. */
  public String name() {
    return reads.map(ReadSetting::name).orElse(engine.name());
  }

  /** Title in reports. */
  public String title() {
    return reads.map(ReadSetting::title).orElse(engine.title());
  }

  /** What rows that are compared have in common. */
  public String group() {
    return reads
        .map(Row::group)
        .orElse(plan.isTiered() ? TierFigure.INSERTS.label() : plan.keys().label());
  }

  private static String group(ReadSetting setting) {
    if (setting.use() != ReadUse.ALL) {
      return setting.use().label();
    }
    return setting.bloom() ? "read, Bloom" : "read, no Bloom";
  }

  /** The settings of the table, and those of the region server that only this row has, by key. */
  public SortedMap<String, String> settings() {
    SortedMap<String, String> settings = engine.settings(plan);
    reads.ifPresent(setting -> settings.putAll(setting.all()));
    return settings;
  }
}
