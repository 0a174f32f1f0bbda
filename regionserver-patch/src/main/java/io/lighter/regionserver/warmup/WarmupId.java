package io.lighter.regionserver.warmup;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Names a warm-up in the logs. That of an offloaded compaction has the id of the job, so that one
 * can be followed through all processes; that of a local one has an id of its own.
 */
record WarmupId(String value) {
  private static final String PREFIX = "wu-";
  private static final int RANDOM_BYTES = 10;
  private static final SecureRandom RANDOM = new SecureRandom();

  static WarmupId random() {
    byte[] bytes = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(bytes);
    return new WarmupId(PREFIX + HexFormat.of().formatHex(bytes));
  }

  @Override
  public String toString() {
    return value;
  }
}
