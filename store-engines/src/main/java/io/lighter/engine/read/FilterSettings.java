// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import io.lighter.common.config.LighterOption;
import io.lighter.engine.config.StoreOptions;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads the options of resident Bloom filters. A bad value is reported, and the default takes its
 * place. Stateless.
 */
public final class FilterSettings {
  private static final String RESIDENT = "resident";

  /**
   * Part of the heap that filters may take. HBase leaves a fifth of the heap to everything but
   * memstores and block cache ({@code hbase.regionserver.global.memstore.size}); this is half of
   * it.
   */
  private static final int HEAP_SHARE = 10;

  private FilterSettings() {}

  /** Tells whether a table's filters are resident. */
  public static boolean isResident(Configuration table, Consumer<String> problems) {
    return StoreOptions.of(table, List.of(LighterOption.FOREST_FILTER), problems)
        .string(LighterOption.FOREST_FILTER)
        .equals(RESIDENT);
  }

  /**
   * Returns what to say of a family that was given resident filters and has none. Nothing is said
   * if the default was left alone.
   *
   * @param hasFilter whether the family has a Bloom filter
   */
  public static Optional<String> notice(Configuration table, boolean hasFilter) {
    return hasFilter || !RESIDENT.equals(table.getTrimmed(LighterOption.FOREST_FILTER.key()))
        ? Optional.empty()
        : Optional.of(
            "%s = '%s' has no effect: the family has no Bloom filter (BLOOMFILTER => 'NONE')"
                .formatted(LighterOption.FOREST_FILTER.key(), RESIDENT));
  }

  /**
   * Returns the bytes of a region server for filters.
   *
   * @param heap most bytes of the region server's heap
   * @param problems also takes a value of the site that is above the heap's share
   */
  public static long memory(Configuration site, long heap, Consumer<String> problems) {
    long wanted =
        StoreOptions.of(site, List.of(LighterOption.FOREST_FILTER_MEMORY), problems)
            .bytes(LighterOption.FOREST_FILTER_MEMORY);
    long most = heap / HEAP_SHARE;
    if (wanted > most && site.get(LighterOption.FOREST_FILTER_MEMORY.key()) != null) {
      problems.accept(
          "%s = '%s': expected at most a tenth of the heap, which is %d; that is used"
              .formatted(
                  LighterOption.FOREST_FILTER_MEMORY.key(),
                  site.get(LighterOption.FOREST_FILTER_MEMORY.key()),
                  most));
    }
    return Math.min(wanted, most);
  }
}
