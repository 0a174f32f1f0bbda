package io.lighter.regionserver.warmup;

import io.lighter.common.CompactionJobId;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Names a warm-up in the logs. That of an offloaded compaction has the id of the job, so that one
 * can be followed through all processes; that of a local one has an id of its own.
 *
 * @param value {@code cj-…} or {@code wu-…}
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

  static WarmupId of(CompactionJobId job) {
    return new WarmupId(job.value());
  }

  /** {@code wu-} and the digits, whatever the warm-up is called in the logs. */
  String reported() {
    return PREFIX + value.substring(PREFIX.length());
  }

  @Override
  public String toString() {
    return value;
  }
}
