// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Names an offloaded compaction, from the request until its output is committed or given up.
 *
 * <p>The id is in the log lines of every process that touches the job, and names the job's folder
 * below the region's {@code .tmp}; hence the narrow alphabet. Immutable.
 *
 * @param value {@code cj-} and 20 lower-case hexadecimal digits
 */
public record CompactionJobId(String value) {
  private static final String PREFIX = "cj-";
  private static final Pattern SYNTAX = Pattern.compile("cj-[0-9a-f]{20}");

  /**
   * @throws IllegalArgumentException if {@code value} is not an id; the message quotes at most 64
   *     characters of it, so that it can be logged
   */
  public CompactionJobId {
    Objects.requireNonNull(value, "value");
    if (!SYNTAX.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "not a compaction job id: " + value.substring(0, Math.min(64, value.length())));
    }
  }

  /** A new id; 80 random bits keep ids of all region servers apart. */
  public static CompactionJobId random() {
    return new CompactionJobId(RandomIds.with(PREFIX));
  }

  /** Whether a text is the value of an id. */
  public static boolean isId(String text) {
    return SYNTAX.matcher(text).matches();
  }

  @Override
  public String toString() {
    return value;
  }
}
