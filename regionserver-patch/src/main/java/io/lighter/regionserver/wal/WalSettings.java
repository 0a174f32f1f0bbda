// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.wal;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads the bound from a region server's site. Only a bad value of the option itself switches the
 * bound off: a typing error in another option must not cost acknowledged writes. Stateless.
 */
final class WalSettings {
  private static final LighterOption OPTION = LighterOption.WAL_ASYNC_MAX_DELAY;

  private WalSettings() {}

  /**
   * Returns the bound; 0 for none.
   *
   * @param problems takes a sentence for a bad value: key, value, what is allowed
   */
  static Duration maxDelay(Configuration site, Consumer<String> problems) {
    List<String> found;
    try {
      String value = site.get(OPTION.key()); // after replacement of ${...}
      Configuration own = new Configuration(false);
      own.set(OPTION.key(), value == null ? OPTION.defaultValue() : value);
      return LighterConfiguration.of(own).duration(OPTION);
    } catch (ConfigurationException e) {
      found = e.problems();
    } catch (IllegalStateException e) { // Hadoop throws this for too many replacements
      found =
          List.of(
              "%s = '%s': expected at most 20 variables"
                  .formatted(OPTION.key(), site.getRaw(OPTION.key())));
    }
    found.forEach(problem -> problems.accept(problem + "; writes with ASYNC_WAL have no bound"));
    return Duration.ZERO;
  }
}
