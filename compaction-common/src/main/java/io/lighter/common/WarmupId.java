// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Names a warm-up in reports and in the log lines of region servers. A requested warm-up also has a
 * znode of this name. The logs name the warm-up of an offloaded compaction by the id of its job
 * instead ({@link CompactionJobId}), so that the job can be followed through all processes.
 * Immutable.
 *
 * @param value {@code wu-} and 20 lower-case hexadecimal digits
 */
public record WarmupId(String value) {
  private static final String PREFIX = "wu-";
  private static final Pattern SYNTAX = Pattern.compile("wu-[0-9a-f]{20}");

  /**
   * @throws IllegalArgumentException if {@code value} is not an id; the message quotes at most 64
   *     characters of it, so that it can be logged
   */
  public WarmupId {
    Objects.requireNonNull(value, "value");
    if (!SYNTAX.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "not a warm-up id: " + value.substring(0, Math.min(64, value.length())));
    }
  }

  /** A new id; 80 random bits make ids of all processes differ. */
  public static WarmupId random() {
    return new WarmupId(RandomIds.with(PREFIX));
  }

  /**
   * The id of the warm-up that follows an offloaded compaction: its prefix, and the job's digits.
   */
  public static WarmupId of(CompactionJobId job) {
    return new WarmupId(PREFIX + job.value().substring(PREFIX.length()));
  }

  @Override
  public String toString() {
    return value;
  }
}
