// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.manager.plan.CompactionFrequency;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the values of {@code lighter plan}, which require a unit. Returns an empty value for
 * invalid text; the caller names the flag.
 */
final class PlanValue {
  static final String RATE =
      "bytes per second above 0 with a unit, such as 800KB/s, 20MB/s, 1.5GB/s";
  static final String SIZE = "bytes above 0 with a unit, such as 512MB, 6GB, 1.5TB";
  static final String FREQUENCY =
      "a number above 0 per s, m (minute), h, d or w (week), such as 1/h, 6/d, 0.5/m";
  static final String COUNT = "a whole number from 1 to 1000000000";

  private static final String NUMBER = "(\\d{1,18}(?:\\.\\d{1,9})?)";
  private static final Pattern SIZE_SYNTAX =
      Pattern.compile(NUMBER + "\\s*(B|KB|MB|GB|TB|PB)", Pattern.CASE_INSENSITIVE);
  private static final Pattern FREQUENCY_SYNTAX = Pattern.compile(NUMBER + "\\s*/\\s*([smhdw])");
  private static final Pattern COUNT_SYNTAX = Pattern.compile("\\d{1,10}");
  private static final long MAX_COUNT = 1_000_000_000;
  private static final List<String> SIZE_UNITS = List.of("B", "KB", "MB", "GB", "TB", "PB");
  private static final Map<String, Duration> INTERVALS =
      Map.of(
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1),
          "w", Duration.ofDays(7));

  private PlanValue() {}

  /** Parses bytes, in powers of 1024. */
  static Optional<Long> size(String text) {
    Matcher matcher = SIZE_SYNTAX.matcher(text.trim());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int power = SIZE_UNITS.indexOf(matcher.group(2).toUpperCase(Locale.ROOT));
    BigInteger bytes =
        new BigDecimal(matcher.group(1))
            .multiply(BigDecimal.valueOf(1024).pow(power))
            .setScale(0, RoundingMode.DOWN)
            .toBigIntegerExact();
    return bytes.signum() > 0 && bytes.bitLength() < Long.SIZE
        ? Optional.of(bytes.longValueExact())
        : Optional.empty();
  }

  /** Parses bytes per second. */
  static Optional<Long> rate(String text) {
    String trimmed = text.trim();
    return trimmed.endsWith("/s")
        ? size(trimmed.substring(0, trimmed.length() - 2))
        : Optional.empty();
  }

  static Optional<CompactionFrequency> frequency(String text) {
    Matcher matcher = FREQUENCY_SYNTAX.matcher(text.trim());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    BigDecimal times = new BigDecimal(matcher.group(1));
    return times.signum() > 0
        ? Optional.of(new CompactionFrequency(times, INTERVALS.get(matcher.group(2))))
        : Optional.empty();
  }

  static Optional<Long> count(String text) {
    if (!COUNT_SYNTAX.matcher(text.trim()).matches()) {
      return Optional.empty();
    }
    long count = Long.parseLong(text.trim());
    return count >= 1 && count <= MAX_COUNT ? Optional.of(count) : Optional.empty();
  }

  /** Formats a frequency; inverse of {@link #frequency}. */
  static String show(CompactionFrequency frequency) {
    return frequency.times().stripTrailingZeros().toPlainString() + "/" + interval(frequency);
  }

  /** The unit of a frequency, such as {@code h}. */
  static String interval(CompactionFrequency frequency) {
    return INTERVALS.entrySet().stream()
        .filter(each -> each.getValue().equals(frequency.interval()))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no unit: " + frequency.interval()));
  }
}
