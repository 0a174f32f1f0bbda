// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.placement;

import io.lighter.common.config.LighterOption;
import io.lighter.engine.config.StoreOptions;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads the options of audits and of settling. A bad value is reported, and the default takes its
 * place. Stateless.
 */
public final class PlacementSettings {
  private PlacementSettings() {}

  /** Returns what a table wants done with misplaced files. */
  public static SettleMode settleMode(Configuration table, Consumer<String> problems) {
    return SettleMode.valueOf(
        StoreOptions.of(table, List.of(LighterOption.TIERED_SETTLE), problems)
            .string(LighterOption.TIERED_SETTLE)
            .toUpperCase(Locale.ROOT));
  }

  /** Returns the time between two audits of a region server; 0: there are none. */
  public static Duration auditInterval(Configuration site, Consumer<String> problems) {
    return StoreOptions.of(site, List.of(LighterOption.TIERED_AUDIT_INTERVAL), problems)
        .duration(LighterOption.TIERED_AUDIT_INTERVAL);
  }
}
