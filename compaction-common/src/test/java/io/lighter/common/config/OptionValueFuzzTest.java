// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Values of {@code lighter.*} keys, some of which the creator of a table may choose. The first byte
 * of an input selects the option, and the rest is the value; behind the last option, the rest is a
 * key.
 */
class OptionValueFuzzTest {
  private static final LighterOption[] OPTIONS = LighterOption.values();
  private static final List<String> VALUES =
      List.of(
          "",
          "true",
          "16MB",
          "9223372036854775807",
          "0x10",
          "1e9",
          "10s",
          "24d",
          "-1",
          "65535",
          "::1",
          "host:1",
          "a.b",
          "/a/b",
          "/a/../b",
          "adaptive",
          "local",
          "${user.name}",
          "${",
          "é");

  static List<byte[]> seeds() {
    List<byte[]> seeds = new ArrayList<>();
    for (int i = 0; i < OPTIONS.length; i++) {
      seeds.add(input(i, OPTIONS[i].defaultValue()));
      seeds.add(input(i, VALUES.get(i % VALUES.size())));
    }
    seeds.add(input(OPTIONS.length, "offload.enabeld"));
    return seeds;
  }

  private static byte[] input(int option, String rest) {
    return ((char) option + rest).getBytes(StandardCharsets.ISO_8859_1);
  }

  @MethodSource("seeds")
  @FuzzTest
  void valueIsRefusedWithItsKeyOrCanBeRead(byte[] input) {
    if (input.length == 0) {
      return;
    }
    int which = (input[0] & 0xff) % (OPTIONS.length + 1);
    String rest = new String(input, 1, input.length - 1, StandardCharsets.UTF_8);
    Configuration conf = new Configuration(false);
    String key = which < OPTIONS.length ? OPTIONS[which].key() : LighterOption.PREFIX + rest.trim();
    conf.set(key, which < OPTIONS.length ? rest : "true");

    LighterConfiguration read;
    try {
      read = LighterConfiguration.of(conf);
    } catch (ConfigurationException e) {
      assertThat(e.problems()).singleElement().asString().startsWith(key + " = '");
      return;
    }

    LighterOption option = LighterOption.byKey(key).orElseThrow();
    isUsable(read, option);
    assertThat(LighterConfiguration.problems(Map.of(key, read.string(option))))
        .as("what was read can be written")
        .isEmpty();
  }

  private static void isUsable(LighterConfiguration read, LighterOption option) {
    switch (option.type()) { // no default: a new type must have a case
      case BOOLEAN -> assertThat(read.string(option)).isEqualTo(String.valueOf(read.bool(option)));
      case SIZE -> assertThat(read.bytes(option)).isPositive();
      case CHUNK_SIZE -> assertThat(read.bytes(option)).isBetween(1L, 64L << 20);
      case SIZE_OR_ZERO -> assertThat(read.bytes(option)).isNotNegative();
      case OPTIONAL_SIZE -> assertThat(read.optionalBytes(option).orElse(1)).isPositive();
      case RATE -> assertThat(read.rate(option).orElse(0)).isNotNegative();
      case DURATION ->
          assertThat((long) (int) millis(read, option)).isEqualTo(millis(read, option));
      case DURATION_OR_ZERO -> assertThat(millis(read, option)).isBetween(0L, 1L << 31);
      case REPORT_INTERVAL, REPORT_INTERVAL_OR_ZERO ->
          assertThat(millis(read, option)).isBetween(0L, 30_000L);
      case SYNC_DELAY_OR_ZERO ->
          assertThat(millis(read, option))
              .satisfiesAnyOf(
                  delay -> assertThat(delay).isZero(),
                  delay -> assertThat(delay).isBetween(100L, 60_000L));
      case TRANSACTION_AGE -> assertThat(millis(read, option)).isBetween(1_000L, 600_000L);
      case INDEX_TIMEOUT -> assertThat(millis(read, option)).isBetween(100L, 60_000L);
      case LOCK_WAIT -> assertThat(millis(read, option)).isBetween(1L, 60_000L);
      case REMOVAL_DELAY -> assertThat(millis(read, option)).isBetween(0L, 600_000L);
      case QUEUE_ROWS -> assertThat(read.number(option)).isBetween(1, 10_000_000);
      case HANDLERS -> assertThat(read.number(option)).isBetween(1, 1000);
      case SHARE_OR_ZERO ->
          assertThat(read.share(option))
              .satisfiesAnyOf(
                  share -> assertThat(share).isZero(),
                  share -> assertThat(share).isBetween(0.01, 1.0));
      case WAITING_SHARE -> assertThat(read.share(option)).isBetween(0.1, 0.9);
      case COUNT, POSITIVE_COUNT -> assertThat(read.number(option)).isBetween(0, 1_000_000);
      case PERCENT -> assertThat(read.number(option)).isBetween(1, 100);
      case MERGE_WIDTH -> assertThat(read.number(option)).isBetween(2, 32);
      case GROWTH -> assertThat(read.number(option)).isBetween(2, 16);
      case RANGE_SIZE -> assertThat(read.bytes(option)).isBetween(256L << 10, 4L << 30);
      case SST_SIZE -> assertThat(read.bytes(option)).isBetween(256L << 10, 4L << 30);
      case CLUSTER_FILES -> assertThat(read.number(option)).isBetween(2, 1000);
      case DROP_DELETES -> assertThat(read.string(option)).isIn("no-older", "all-files");
      case JOURNAL -> assertThat(read.string(option)).isIn("wal", "flush");
      case FILTER_PLACE -> assertThat(read.string(option)).isIn("resident", "cache");
      case FILTER_MEMORY -> assertThat(read.bytes(option)).isBetween(0L, 64L << 30);
      case SEARCH -> assertThat(read.string(option)).isIn("serial", "fixed", "adaptive");
      case SEARCH_THREADS -> assertThat(read.number(option)).isBetween(1, 256);
      case TIERS -> assertThat(TierListSyntax.parse(read.string(option))).hasSizeBetween(1, 5);
      case LEVEL_SIZE_OR_ZERO ->
          assertThat(read.bytes(option)).matches(bytes -> bytes == 0 || bytes >= 1L << 20);
      case LEAST_LEVEL_SIZE -> assertThat(read.bytes(option)).isGreaterThanOrEqualTo(64L << 10);
      case SETTLE -> assertThat(read.string(option)).isIn("none", "policy", "satisfy");
      case AUDIT_INTERVAL_OR_ZERO ->
          assertThat(millis(read, option))
              .satisfiesAnyOf(
                  interval -> assertThat(interval).isZero(),
                  interval -> assertThat(interval).isBetween(60_000L, 1L << 31));
      case SHARE -> assertThat(read.share(option)).isBetween(0.01, 1.0);
      case RANGE_FILES -> assertThat(read.number(option)).isBetween(2, 32);
      case FEW -> assertThat(read.number(option)).isBetween(1, 16);
      case FILE_LIMIT -> assertThat(read.number(option)).isBetween(0, 8);
      case BUILD_THREADS -> assertThat(read.number(option)).isBetween(0, 64);
      case PORT, OPTIONAL_PORT -> assertThat(read.number(option)).isBetween(-1, 65_535);
      case WARMUP_STRATEGY ->
          assertThat(read.strategy(option).configName()).isEqualTo(read.string(option));
      case GROUP_FALLBACK ->
          assertThat(read.groupFallback(option).configName()).isEqualTo(read.string(option));
      case HOST, NAME, ZNODE, CLASS, SETTINGS ->
          assertThat(read.string(option).chars()).noneMatch(Character::isISOControl);
      case CLASSES ->
          assertThat(read.classes(option))
              .allSatisfy(name -> assertThat(name).isNotEmpty().doesNotContainAnyWhitespaces());
    }
  }

  private static long millis(LighterConfiguration read, LighterOption option) {
    return read.duration(option).toMillis();
  }
}
