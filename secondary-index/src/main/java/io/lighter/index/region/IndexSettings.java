// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;

/**
 * The options of a region server.
 *
 * @param writeTimeout deadline for all entries of a batch
 * @param lockWait longest wait for the rows of a batch
 * @param removalDelay time between a write and the removal of superseded entries
 * @param removalQueue most rows that wait for removal
 * @param repairEnabled whether requests of lookups are met
 * @param repairQueue most entries that wait since lookups asked for their removal
 * @param repairRate most of these that are judged in a second
 * @param mostWaiting most handlers that may wait, 1 or more
 */
record IndexSettings(
    Duration writeTimeout,
    Duration lockWait,
    Duration removalDelay,
    int removalQueue,
    boolean repairEnabled,
    int repairQueue,
    int repairRate,
    int mostWaiting) {

  /**
   * Reads the site's options. A bad value is replaced by its default, since a coprocessor that does
   * not start may abort the region server.
   *
   * @param problems takes a sentence for a bad value: key, value, what is allowed
   */
  static IndexSettings of(Configuration site, Consumer<String> problems) {
    int handlers =
        site.getInt(
            HConstants.REGION_SERVER_HANDLER_COUNT, HConstants.DEFAULT_REGION_SERVER_HANDLER_COUNT);
    double share =
        own(site, LighterOption.INDEX_WAITING_SHARE, problems)
            .share(LighterOption.INDEX_WAITING_SHARE);
    return new IndexSettings(
        duration(site, LighterOption.INDEX_WRITE_TIMEOUT, problems),
        duration(site, LighterOption.INDEX_LOCK_WAIT, problems),
        duration(site, LighterOption.INDEX_REMOVAL_DELAY, problems),
        number(site, LighterOption.INDEX_REMOVAL_QUEUE, problems),
        own(site, LighterOption.INDEX_REPAIR_ENABLED, problems)
            .bool(LighterOption.INDEX_REPAIR_ENABLED),
        number(site, LighterOption.INDEX_REPAIR_QUEUE, problems),
        number(site, LighterOption.INDEX_REPAIR_RATE, problems),
        Math.max(1, (int) (handlers * share)));
  }

  private static Duration duration(
      Configuration site, LighterOption option, Consumer<String> problems) {
    return own(site, option, problems).duration(option);
  }

  private static int number(Configuration site, LighterOption option, Consumer<String> problems) {
    return own(site, option, problems).number(option);
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
