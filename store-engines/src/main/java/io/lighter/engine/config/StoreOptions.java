// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.config;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * Options that decide which files a store keeps. A typing error must not change the files, so a bad
 * value is a problem to log, and the option has its default.
 *
 * <p>Stateless.
 */
public final class StoreOptions {
  private StoreOptions() {}

  /**
   * Returns the valid values of {@code conf}, and the defaults of all others.
   *
   * @param options the options to read
   * @param problems takes a sentence for each bad value: key, value, what is allowed
   */
  public static LighterConfiguration of(
      Configuration conf, Collection<LighterOption> options, Consumer<String> problems) {
    Configuration valid = new Configuration(false);
    for (LighterOption option : options) {
      List<String> found = copy(conf, option.key(), valid);
      found.forEach(problem -> problems.accept("%s; the default is used".formatted(problem)));
    }
    try {
      return LighterConfiguration.of(valid);
    } catch (ConfigurationException e) {
      throw new IllegalStateException("checked before", e);
    }
  }

  /** Copies a valid value, if there is one; returns the problems of a bad value. */
  private static List<String> copy(Configuration conf, String key, Configuration valid) {
    String value;
    try {
      value = conf.get(key); // after replacement of ${...}
    } catch (IllegalStateException e) { // Hadoop throws this for too many replacements
      return List.of("%s = '%s': expected at most 20 variables".formatted(key, conf.getRaw(key)));
    }
    if (value == null) {
      return List.of();
    }
    List<String> found = LighterConfiguration.problems(Map.of(key, value));
    if (found.isEmpty()) {
      valid.set(key, value);
    }
    return found;
  }
}
