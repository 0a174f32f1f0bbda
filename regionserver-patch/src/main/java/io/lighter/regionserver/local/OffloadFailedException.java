package io.lighter.regionserver.local;

import java.io.IOException;

/** One attempt on one compaction server came to nothing; says what to do next. */
public final class OffloadFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  /** What the region server does after a failed attempt. */
  public enum Next {
    /** Another server may do better. */
    ANOTHER_SERVER,
    /** Another server, and this one does not count: it takes no jobs at present. */
    SERVER_DRAINS,
    /** Any server would say the same. */
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
