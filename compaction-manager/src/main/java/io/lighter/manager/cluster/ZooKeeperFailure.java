package io.lighter.manager.cluster;

import java.io.IOException;
import java.io.InterruptedIOException;

/** Turns what Curator throws, which declares {@code Exception}, into what callers can handle. */
public final class ZooKeeperFailure {
  private ZooKeeperFailure() {}

  /**
   * The exception to throw; an interrupt is restored.
   *
   * @param what could not be done, the beginning of the message
   */
  public static IOException of(String what, Exception e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException(what + ": interrupted");
      interrupted.initCause(e);
      return interrupted;
    }
    return new IOException(what + ": " + e, e);
  }
}
