package io.lighter.testing.isolation;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The memory limit of a JVM whose page cache is to be bounded.
 *
 * <p>A group's limit counts the JVM's own memory as well, so it is heap + direct buffers + the rest
 * of the JVM + page cache. Where the JVM uses less than that, the page cache gets the difference:
 * the heap is therefore touched at the start. Where it used more, the page cache shrinks first.
 */
final class MemoryBudget {
  /** {@code -XX:MaxDirectMemorySize} of such a JVM. */
  static final long DIRECT = 32L << 20;

  /** Classes, compiled code, thread stacks and the collector's own structures. */
  static final long OTHER = 128L << 20;

  private static final Pattern SIZE = Pattern.compile("(\\d+)([kmg]?)");

  private MemoryBudget() {}

  /** The limit in bytes. */
  static long limit(long heap, long pageCache) {
    return heap + DIRECT + OTHER + pageCache;
  }

  /** The bytes of {@code -Xmx}, such as {@code 512m}. */
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
