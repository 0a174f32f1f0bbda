package io.lighter.service.audit;

import java.util.function.LongSupplier;

/**
 * Audit lines about peers whom nobody knows yet, one in ten seconds: whoever can reach a port must
 * not be able to fill the disk. Thread-safe.
 */
public final class StrangerLog {
  private static final long QUIET_MS = 10_000;
  private static final String USER = "unknown";

  private final LongSupplier millis;

  // Both: guarded by this.
  private long quietUntil;
  private long suppressed;

  /**
   * The first line is written at once.
   *
   * @param millis a clock that never goes back
   */
  public StrangerLog(LongSupplier millis) {
    this.millis = millis;
    this.quietUntil = millis.getAsLong();
  }

  /** Writes a line, or counts it as suppressed; returns which. */
  public boolean denied(String address, String request, String reason) {
    long before = suppressedBefore();
    if (before < 0) {
      return false;
    }
    AuditLog.denied(USER, address, request, reason, before + " others since the last such line");
    return true;
  }

  /** How many were not written until now; negative: this one shall not be, either. */
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
