// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.stall;

import java.util.List;

/**
 * A stall with its causes. Immutable.
 *
 * @param causes delays that overlap with the longest operation, the longest first
 */
public record ExplainedStall(Stall stall, List<Part> causes) {
  /** Count of stalls without a sufficient cause. */
  public static final String UNEXPLAINED = "unexplained";

  /** Part of the longest operation's time that a sufficient cause covers at least. */
  static final double SUFFICIENT = 1.0 / 3;

  /**
   * A delay in the time of the longest operation.
   *
   * @param source process or group with the longest delay of this cause
   * @param detail further words; may be empty
   * @param ms delay in milliseconds, at most that of the operation
   */
  public record Part(Cause cause, String source, String detail, double ms) {}

  /** Copies the list. */
  public ExplainedStall {
    causes = List.copyOf(causes);
  }

  /**
   * Label of the first sufficient cause, otherwise {@link #UNEXPLAINED}. The disk comes last: a
   * disk at its limit lasts longer than any other delay, and does not delay all operations.
   */
  public String name() {
    List<Part> sufficient =
        causes.stream().filter(part -> part.ms() >= SUFFICIENT * stall.longestMs()).toList();
    return sufficient.stream()
        .filter(part -> part.cause() != Cause.DISK)
        .findFirst()
        .or(() -> sufficient.stream().findFirst())
        .map(part -> part.cause().label())
        .orElse(UNEXPLAINED);
  }
}
