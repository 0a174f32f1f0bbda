package io.lighter.server.job;

import io.lighter.common.protocol.LighterProtos.Refusal;

/** A request that this server does not take, with the answer to give. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Refusal refusal;
  private final long expectedWaitMs;

  /** A request that no waiting makes acceptable. */
  public RefusedException(Refusal refusal, String message) {
    this(refusal, message, 0);
  }

  /**
   * A request that may be repeated.
   *
   * @param expectedWaitMs milliseconds after which to try again; 0: no idea
   */
  public RefusedException(Refusal refusal, String message, long expectedWaitMs) {
    super(message);
    this.refusal = refusal;
    this.expectedWaitMs = expectedWaitMs;
  }

  public Refusal refusal() {
    return refusal;
  }

  /** Milliseconds; 0 when there is nothing to wait for. */
  public long expectedWaitMs() {
    return expectedWaitMs;
  }
}
