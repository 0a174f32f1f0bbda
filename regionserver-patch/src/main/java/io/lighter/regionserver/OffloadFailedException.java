package io.lighter.regionserver;

import java.io.IOException;

/** One attempt on one compaction server came to nothing; says what to do next. */
final class OffloadFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  /** What the region server does after a failed attempt. */
  enum Next {
    /** Another server may do better. */
    ANOTHER_SERVER,
    /** Another server, and this one does not count: it takes no jobs at present. */
    SERVER_DRAINS,
    /** Any server would say the same. */
    LOCAL
  }

  private final LocalReason reason;
  private final Next next;

  OffloadFailedException(LocalReason reason, Next next, String message) {
    super(message);
    this.reason = reason;
    this.next = next;
  }

  OffloadFailedException(LocalReason reason, Next next, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.next = next;
  }

  LocalReason reason() {
    return reason;
  }

  Next next() {
    return next;
  }
}
