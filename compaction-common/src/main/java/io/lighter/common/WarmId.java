package io.lighter.common;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Names a warm-up that belongs to no offloaded compaction, such as one that an operator asked for.
 *
 * <p>The id is in the log lines of the region servers and names the request's znode. Immutable.
 *
 * @param value {@code wu-} and 20 lower-case hexadecimal digits
 */
public record WarmId(String value) {
  private static final String PREFIX = "wu-";
  private static final int RANDOM_BYTES = 10;
  private static final Pattern SYNTAX = Pattern.compile("wu-[0-9a-f]{20}");
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * @throws IllegalArgumentException if {@code value} is not an id; the message quotes at most 64
   *     characters of it, so that it can be logged
   */
  public WarmId {
    Objects.requireNonNull(value, "value");
    if (!SYNTAX.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "not a warm-up id: " + value.substring(0, Math.min(64, value.length())));
    }
  }

  /** A new id; 80 random bits keep ids of all processes apart. */
  public static WarmId random() {
    byte[] random = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(random);
    return new WarmId(PREFIX + HexFormat.of().formatHex(random));
  }

  @Override
  public String toString() {
    return value;
  }
}
