// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * The syntax of {@code lighter.tiered.tiers}: {@code POLICY:K:BYTES} for each tier, the fastest
 * first, with {@code ;} in between. Stateless.
 */
public final class TierListSyntax {
  /** What is allowed, as the end of a sentence that starts with "expected". */
  static final String ALLOWED =
      "1 to 5 tiers POLICY:K:BYTES with ';' in between, such as *:8:20GB;HOT:4: the first POLICY is"
          + " *, others are ALL_NVDIMM, ALL_SSD, COLD, HOT, ONE_SSD or WARM; K is 2 to 256; BYTES,"
          + " 64MB or more, of all but the last";

  private static final int MOST_TIERS = 5;
  private static final int LEAST_FILES = 2;
  private static final int MOST_FILES = 256;
  private static final long LEAST_BYTES = 64L << 20;

  /** The name that stands for the storage policy of the family's folder. */
  private static final String INHERITED = "*";

  /**
   * HDFS's policies without two: data of LAZY_PERSIST may be in memory only, and PROVIDED is for
   * files that HDFS does not store.
   */
  private static final Set<String> POLICIES =
      new TreeSet<>(Set.of("ALL_NVDIMM", "ALL_SSD", "ONE_SSD", "HOT", "WARM", "COLD"));

  private TierListSyntax() {}

  /**
   * One tier as it is written.
   *
   * @param policy HDFS storage policy of outputs; empty for that of the family's folder
   * @param files files of a level that are merged
   * @param bytes bytes of a store that the tier takes; empty for the last tier
   */
  public record Entry(Optional<String> policy, int files, OptionalLong bytes) {}

  /** Returns all mistakes of a value, each as a part of a sentence; empty if it is valid. */
  public static List<String> mistakes(String value) {
    List<String> mistakes = new ArrayList<>();
    read(value, mistakes);
    return mistakes;
  }

  /**
   * Returns the tiers of a value, the fastest first.
   *
   * @throws IllegalArgumentException if the value has {@link #mistakes}, which the message lists
   */
  public static List<Entry> parse(String value) {
    List<String> mistakes = new ArrayList<>();
    List<Entry> entries = read(value, mistakes);
    if (!mistakes.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", mistakes));
    }
    return List.copyOf(entries);
  }

  /** Returns what is allowed, as the end of a sentence that starts with "expected". */
  public static String allowed() {
    return ALLOWED;
  }

  private static List<Entry> read(String value, List<String> mistakes) {
    String[] tiers = value.trim().split(";", -1);
    if (tiers.length > MOST_TIERS) {
      mistakes.add("%d tiers instead of at most %d".formatted(tiers.length, MOST_TIERS));
      return List.of();
    }
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < tiers.length; i++) {
      boolean isLast = i == tiers.length - 1;
      String[] parts = tiers[i].trim().split(":", -1);
      String where = "tier %d '%s'".formatted(i + 1, tiers[i].trim());
      if (parts.length < 2 || parts.length > 3) {
        mistakes.add("%s is not POLICY:K:BYTES".formatted(where));
        continue;
      }
      entries.add(
          new Entry(
              policy(parts[0].trim(), i == 0, where, mistakes),
              files(parts[1].trim(), where, mistakes),
              bytes(parts.length == 3 ? parts[2].trim() : null, isLast, where, mistakes)));
    }
    return entries;
  }

  private static Optional<String> policy(
      String policy, boolean isFirst, String where, List<String> mistakes) {
    if (isFirst && !policy.equals(INHERITED)) {
      mistakes.add("%s has the policy '%s' instead of *".formatted(where, policy));
    } else if (!isFirst && !POLICIES.contains(policy)) {
      mistakes.add(
          "%s has the policy '%s' instead of one of %s"
              .formatted(where, policy, String.join(", ", POLICIES)));
    }
    return isFirst ? Optional.empty() : Optional.of(policy);
  }

  private static int files(String files, String where, List<String> mistakes) {
    try {
      int number = Integer.parseInt(files);
      if (number >= LEAST_FILES && number <= MOST_FILES) {
        return number;
      }
    } catch (NumberFormatException e) {
      // the mistake is the same as that of a number out of range
    }
    mistakes.add(
        "%s has K '%s' instead of %d to %d".formatted(where, files, LEAST_FILES, MOST_FILES));
    return LEAST_FILES;
  }

  /** Returns the bytes; {@code bytes} is null if the tier has none. */
  private static OptionalLong bytes(
      String bytes, boolean isLast, String where, List<String> mistakes) {
    if (isLast) {
      if (bytes != null) {
        mistakes.add("%s is the last and has BYTES '%s'".formatted(where, bytes));
      }
      return OptionalLong.empty();
    }
    if (bytes == null) {
      mistakes.add("%s has no BYTES and is not the last".formatted(where));
      return OptionalLong.empty();
    }
    try {
      long number = OptionType.parseSize(bytes);
      if (number >= LEAST_BYTES) {
        return OptionalLong.of(number);
      }
    } catch (IllegalArgumentException e) {
      // the mistake is the same as that of a number out of range
    }
    mistakes.add("%s has BYTES '%s' instead of 64MB or more".formatted(where, bytes));
    return OptionalLong.empty();
  }
}
