// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.service.audit;

import io.lighter.common.MonotonicClock;
import java.util.concurrent.TimeUnit;

/**
 * Audit lines about unauthenticated peers, at most one in ten seconds, so that a peer that reaches
 * a port cannot fill the disk. Thread-safe.
 */
public final class UnauthenticatedPeerLog {
  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final String USER = "unknown";

  private final MonotonicClock clock;

  // Both fields are guarded by this.
  private long quietUntil;
  private long suppressed;

  /** A log that writes the first line at once. */
  public UnauthenticatedPeerLog(MonotonicClock clock) {
    this.clock = clock;
    this.quietUntil = clock.nanoTime();
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

  /** The lines suppressed since the last one; negative if the present one is suppressed too. */
  private synchronized long suppressedBefore() {
    long now = clock.nanoTime();
    if (now - quietUntil < 0) {
      suppressed++;
      return -1;
    }
    quietUntil = now + QUIET_NANOS;
    long before = suppressed;
    suppressed = 0;
    return before;
  }
}
