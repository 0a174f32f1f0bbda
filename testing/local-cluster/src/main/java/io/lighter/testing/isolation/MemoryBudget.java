// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The memory limit of a JVM with a bounded page cache.
 *
 * <p>A group's limit includes the JVM's memory: heap + direct buffers + the rest of the JVM + page
 * cache. The page cache gets what the JVM leaves unused, so the heap is touched at the start. If
 * the JVM uses more, the page cache shrinks first.
 */
final class MemoryBudget {
  /** {@code -XX:MaxDirectMemorySize} of the JVM. */
  static final long DIRECT = 32L << 20;

  /** Memory for classes, compiled code, thread stacks and the collector's structures. */
  static final long OTHER = 128L << 20;

  private static final Pattern SIZE = Pattern.compile("(\\d+)([kmg]?)");

  private MemoryBudget() {}

  /** The limit in bytes. */
  static long limit(long heap, long pageCache) {
    return heap + DIRECT + OTHER + pageCache;
  }

  /** Parses the value of {@code -Xmx}, such as {@code 512m}, to bytes. */
  static long parse(String size) {
    Matcher matcher = SIZE.matcher(size.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "not a heap size: '" + size + "'; expected e.g. 512m or 2g");
    }
    int shift =
        switch (matcher.group(2)) {
          case "k" -> 10;
          case "m" -> 20;
          case "g" -> 30;
          default -> 0;
        };
    return Long.parseLong(matcher.group(1)) << shift;
  }
}
