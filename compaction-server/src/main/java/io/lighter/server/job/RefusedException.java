// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import io.lighter.common.protocol.LighterProtos.Refusal;

/** A request that this server refuses, with the answer to give. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Refusal refusal;
  private final long expectedWaitMs;

  /** Creates a refusal that is permanent. */
  public RefusedException(Refusal refusal, String message) {
    this(refusal, message, 0);
  }

  /**
   * Creates a refusal of a request that may be repeated.
   *
   * @param expectedWaitMs milliseconds after which to try again; 0: unknown
   */
  public RefusedException(Refusal refusal, String message, long expectedWaitMs) {
    super(message);
    this.refusal = refusal;
    this.expectedWaitMs = expectedWaitMs;
  }

  public Refusal refusal() {
    return refusal;
  }

  /** Milliseconds after which to try again; 0 if there is no reason to wait. */
  public long expectedWaitMs() {
    return expectedWaitMs;
  }
}
