// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * The options of a region server.
 *
 * @param mostOpen most open transactions, 1 or more
 * @param maxAge age at which a snapshot ends
 */
record TransactionSettings(int mostOpen, Duration maxAge) {
  /**
   * Reads the site's options. A bad value is replaced by its default, since a coprocessor that does
   * not start may abort the region server.
   *
   * @param problems takes a sentence for a bad value: key, value, what is allowed
   */
  static TransactionSettings of(Configuration site, Consumer<String> problems) {
    return new TransactionSettings(
        own(site, LighterOption.TRANSACTIONS_MAX_OPEN, problems)
            .number(LighterOption.TRANSACTIONS_MAX_OPEN),
        own(site, LighterOption.TRANSACTIONS_MAX_AGE, problems)
            .duration(LighterOption.TRANSACTIONS_MAX_AGE));
  }

  /** A configuration with this option alone: mistakes in others do not matter here. */
  private static LighterConfiguration own(
      Configuration site, LighterOption option, Consumer<String> problems) {
    try {
      String value = site.get(option.key()); // after replacement of ${...}
      Configuration own = new Configuration(false);
      own.set(option.key(), value == null ? option.defaultValue() : value);
      return LighterConfiguration.of(own);
    } catch (ConfigurationException e) {
      e.problems().forEach(problem -> problems.accept(problem + usingDefault(option)));
    } catch (IllegalStateException e) { // Hadoop throws this for too many replacements
      problems.accept(
          "%s = '%s': expected at most 20 variables"
                  .formatted(option.key(), site.getRaw(option.key()))
              + usingDefault(option));
    }
    return LighterConfiguration.defaults();
  }

  private static String usingDefault(LighterOption option) {
    return "; " + option.defaultValue() + " is used";
  }
}
