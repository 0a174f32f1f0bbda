// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import io.lighter.common.config.LighterOption;
import io.lighter.engine.config.StoreOptions;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads the options of searches. A bad value is reported, and the default takes its place.
 * Stateless.
 */
public final class SearchSettings {
  private SearchSettings() {}

  /** Returns how reads of a table look into its files. */
  public static SearchMode mode(Configuration table, Consumer<String> problems) {
    return mode(table, ThreadCounts.areKnown(), problems);
  }

  /**
   * Returns how reads of a table look into its files.
   *
   * @param areReadsCounted whether HBase counts what a thread reads
   */
  static SearchMode mode(Configuration table, boolean areReadsCounted, Consumer<String> problems) {
    SearchMode mode =
        SearchMode.valueOf(
            StoreOptions.of(table, List.of(LighterOption.FOREST_SEARCH), problems)
                .string(LighterOption.FOREST_SEARCH)
                .toUpperCase(Locale.ROOT));
    if (mode == SearchMode.ADAPTIVE && !areReadsCounted) {
      problems.accept(
          "%s = 'adaptive': expected serial or fixed with this HBase, which does not count what a"
                  .formatted(LighterOption.FOREST_SEARCH.key())
              + " thread reads; serial is used");
      return SearchMode.SERIAL;
    }
    return mode;
  }

  /** Returns the most seeks that a region server does ahead at a time. */
  public static int threads(Configuration site, Consumer<String> problems) {
    return StoreOptions.of(site, List.of(LighterOption.FOREST_SEARCH_THREADS), problems)
        .number(LighterOption.FOREST_SEARCH_THREADS);
  }
}
