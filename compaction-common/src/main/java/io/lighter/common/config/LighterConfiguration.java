// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/**
 * The {@code lighter.*} values of a site or of a store, checked as a whole.
 *
 * <p>Immutable: values are those at construction.
 */
public final class LighterConfiguration {
  private final Map<LighterOption, String> values;

  private LighterConfiguration(Map<LighterOption, String> values) {
    this.values = Map.copyOf(values);
  }

  /**
   * Reads and checks every {@code lighter.*} key of {@code conf}.
   *
   * @throws ConfigurationException naming all unknown keys and malformed values at once, or options
   *     that do not fit together
   */
  public static LighterConfiguration of(Configuration conf) throws ConfigurationException {
    Map<String, String> set = new TreeMap<>();
    List<String> problems = problems(conf, set);
    if (!problems.isEmpty()) {
      throw new ConfigurationException(problems);
    }
    Map<LighterOption, String> values = new TreeMap<>();
    for (LighterOption option : LighterOption.values()) {
      values.put(option, value(set, option));
    }
    return new LighterConfiguration(values);
  }

  /** The defaults of all options. */
  public static LighterConfiguration defaults() {
    Map<LighterOption, String> values = new TreeMap<>();
    for (LighterOption option : LighterOption.values()) {
      values.put(option, option.defaultValue());
    }
    return new LighterConfiguration(values);
  }

  /** The problems that {@link #of} would report; empty if there are none. */
  public static List<String> problems(Configuration conf) {
    return problems(conf, new TreeMap<>());
  }

  private static List<String> problems(Configuration conf, Map<String, String> set) {
    List<String> problems = new ArrayList<>();
    for (Map.Entry<String, String> entry : conf) {
      if (entry.getKey().startsWith(LighterOption.PREFIX)) {
        try {
          String value = conf.get(entry.getKey()); // after replacement of ${...}
          set.put(entry.getKey(), value == null ? "" : value);
        } catch (IllegalStateException e) { // Hadoop throws this for too many replacements
          problems.add(
              "%s = '%s': expected at most 20 variables"
                  .formatted(entry.getKey(), entry.getValue()));
        }
      }
    }
    problems.addAll(problems(set));
    if (problems.isEmpty()) {
      problems.addAll(conflicts(set));
    }
    return problems;
  }

  /** Problems of options that must fit together and that region servers read. */
  private static List<String> conflicts(Map<String, String> set) {
    LighterOption low = LighterOption.WARMUP_RATE_FLOOR;
    LighterOption high = LighterOption.WARMUP_RATE_CEILING;
    String floor = value(set, low);
    String ceiling = value(set, high);
    if (OptionType.parseSize(ceiling) >= OptionType.parseSize(floor)) {
      return List.of();
    }
    return List.of(
        set.containsKey(high.key())
            ? "%s = '%s': expected at least %s, which is %s"
                .formatted(high.key(), ceiling, low.key(), floor)
            : "%s = '%s': expected at most %s, which is %s"
                .formatted(low.key(), floor, high.key(), ceiling));
  }

  private static String value(Map<String, String> set, LighterOption option) {
    return set.getOrDefault(option.key(), option.defaultValue()).trim();
  }

  /**
   * The problems of these keys and values; empty if there are none. Ignores keys that do not start
   * with {@code lighter.}.
   */
  public static List<String> problems(Map<String, String> entries) {
    List<String> problems = new ArrayList<>();
    for (Map.Entry<String, String> entry : new TreeMap<>(entries).entrySet()) {
      String key = entry.getKey();
      if (!key.startsWith(LighterOption.PREFIX)
          || IndexKeys.isOfIndex(key, entry.getValue().trim())) {
        continue;
      }
      LighterOption option = LighterOption.byKey(key).orElse(null);
      if (option == null) {
        problems.add(
            "%s = '%s': unknown option; did you mean %s?"
                .formatted(key, entry.getValue(), nearestKey(key)));
      } else if (!accepts(option, entry.getValue().trim())) {
        problems.add(
            "%s = '%s': expected %s".formatted(key, entry.getValue(), option.type().allowed()));
      }
    }
    return problems;
  }

  /**
   * Whether the value is allowed. An empty value is allowed where it has a meaning: as the default,
   * or as a list without names.
   */
  private static boolean accepts(LighterOption option, String value) {
    return option.type().accepts(value)
        && (!value.isEmpty()
            || option.defaultValue().isEmpty()
            || option.type() == OptionType.CLASSES);
  }

  /** The configured value, or the default. */
  public String string(LighterOption option) {
    return values.get(option);
  }

  public boolean bool(LighterOption option) {
    return require(option, OptionType.BOOLEAN).equals("true");
  }

  /** The value in bytes; zero only if the option defines a meaning for it. */
  public long bytes(LighterOption option) {
    return OptionType.parseSize(
        require(
            option,
            OptionType.SIZE,
            OptionType.SIZE_OR_ZERO,
            OptionType.CHUNK_SIZE,
            OptionType.RANGE_SIZE,
            OptionType.SST_SIZE,
            OptionType.LEVEL_SIZE_OR_ZERO,
            OptionType.LEAST_LEVEL_SIZE,
            OptionType.FILTER_MEMORY));
  }

  /** The value in bytes; empty: not set. */
  public OptionalLong optionalBytes(LighterOption option) {
    String value = require(option, OptionType.OPTIONAL_SIZE);
    return value.isEmpty() ? OptionalLong.empty() : OptionalLong.of(OptionType.parseSize(value));
  }

  /** The value as a part of a whole, at most 1; 0 with {@link OptionType#SHARE_OR_ZERO} only. */
  public double share(LighterOption option) {
    return Double.parseDouble(
        require(option, OptionType.SHARE, OptionType.SHARE_OR_ZERO, OptionType.WAITING_SHARE));
  }

  /** The value in bytes per second; 0: no limit; empty: not set. */
  public OptionalLong rate(LighterOption option) {
    String value = require(option, OptionType.RATE);
    return value.isEmpty() ? OptionalLong.empty() : OptionalLong.of(OptionType.parseSize(value));
  }

  /** The value as a duration; zero only if the option defines a meaning for it. */
  public Duration duration(LighterOption option) {
    return Duration.ofMillis(
        OptionType.parseDuration(
            require(
                option,
                OptionType.DURATION,
                OptionType.DURATION_OR_ZERO,
                OptionType.REPORT_INTERVAL,
                OptionType.REPORT_INTERVAL_OR_ZERO,
                OptionType.SYNC_DELAY_OR_ZERO,
                OptionType.AUDIT_INTERVAL_OR_ZERO,
                OptionType.TRANSACTION_AGE,
                OptionType.INDEX_TIMEOUT,
                OptionType.LOCK_WAIT,
                OptionType.REMOVAL_DELAY)));
  }

  /** The value as a count, a percentage or a port. */
  public int number(LighterOption option) {
    return Integer.parseInt(
        require(
            option,
            OptionType.COUNT,
            OptionType.POSITIVE_COUNT,
            OptionType.PERCENT,
            OptionType.MERGE_WIDTH,
            OptionType.GROWTH,
            OptionType.FILE_LIMIT,
            OptionType.BUILD_THREADS,
            OptionType.RANGE_FILES,
            OptionType.CLUSTER_FILES,
            OptionType.SEARCH_THREADS,
            OptionType.FEW,
            OptionType.QUEUE_ROWS,
            OptionType.HANDLERS,
            OptionType.PORT,
            OptionType.OPTIONAL_PORT));
  }

  /** The value as class names, in the configured order, without duplicates. */
  public Set<String> classes(LighterOption option) {
    return Collections.unmodifiableSet(
        new LinkedHashSet<>(OptionType.parseNames(require(option, OptionType.CLASSES))));
  }

  public WarmupStrategy strategy(LighterOption option) {
    return WarmupStrategy.byName(require(option, OptionType.WARMUP_STRATEGY)).orElseThrow();
  }

  public GroupFallback groupFallback(LighterOption option) {
    return GroupFallback.byName(require(option, OptionType.GROUP_FALLBACK)).orElseThrow();
  }

  private String require(LighterOption option, OptionType... types) {
    if (!List.of(types).contains(option.type())) {
      throw new IllegalArgumentException(option.key() + " is of type " + option.type());
    }
    return values.get(option);
  }

  private static String nearestKey(String key) {
    return Arrays.stream(LighterOption.values())
        .map(LighterOption::key)
        .min(Comparator.comparingInt(known -> editDistance(known, key)))
        .orElseThrow();
  }

  /**
   * Levenshtein distance: insertions, deletions and replacements that turn {@code a} into {@code
   * b}.
   */
  private static int editDistance(String a, String b) {
    int[] row = new int[b.length() + 1]; // distances of a's first i characters to prefixes of b
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
