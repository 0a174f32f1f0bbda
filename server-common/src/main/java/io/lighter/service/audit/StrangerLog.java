package io.lighter.service.audit;

import java.util.function.LongSupplier;

/**
 * Limits audit lines about unauthenticated peers to one in ten seconds, because every peer that
 * reaches a port can cause such lines. Thread-safe.
 */
public final class StrangerLog {
  private static final long QUIET_MS = 10_000;
  private static final String USER = "unknown";

  private final LongSupplier millis;

  // Both fields are guarded by this.
  private long quietUntil;
  private long suppressed;

  /**
   * Creates a log whose first line is written at once.
   *
   * @param millis a monotonic clock
   */
  public StrangerLog(LongSupplier millis) {
    this.millis = millis;
    this.quietUntil = millis.getAsLong();
  }

  /** Writes a line or counts it as suppressed; returns true if it was written. */
  public boolean denied(String address, String request, String reason) {
    long before = suppressedBefore();
    if (before < 0) {
      return false;
    }
    AuditLog.denied(USER, address, request, reason, before + " others since the last such line");
    return true;
  }

  /**
   * Number of lines suppressed since the last written one; negative if this line is suppressed,
   * too.
   */
  private synchronized long suppressedBefore() {
    long now = millis.getAsLong();
    if (now - quietUntil < 0) {
      suppressed++;
      return -1;
    }
    quietUntil = now + QUIET_MS;
    long before = suppressed;
    suppressed = 0;
    return before;
  }
}
