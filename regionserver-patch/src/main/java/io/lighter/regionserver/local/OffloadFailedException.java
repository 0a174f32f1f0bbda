// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.local;

import java.io.IOException;

/** An attempt on one compaction server failed; the exception has the next action. */
public final class OffloadFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  /** What the region server does after a failed attempt. */
  public enum Next {
    /** Try another server. */
    ANOTHER_SERVER,
    /** Try another server without counting this one, which takes no jobs at present. */
    SERVER_DRAINS,
    /**
     * Try this server again after a pause: the object store was busy, and no server is at fault.
     */
    LATER,
    /** Compact locally, since any server would give the same result. */
    LOCAL
  }

  private final LocalReason reason;
  private final Next next;

  public OffloadFailedException(LocalReason reason, Next next, String message) {
    super(message);
    this.reason = reason;
    this.next = next;
  }

  public OffloadFailedException(LocalReason reason, Next next, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.next = next;
  }

  public LocalReason reason() {
    return reason;
  }

  public Next next() {
    return next;
  }
}
