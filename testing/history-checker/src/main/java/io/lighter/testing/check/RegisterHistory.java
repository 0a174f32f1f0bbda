// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Records the compare-and-sets of one register by any writer, and checks reads and answers.
 * Thread-safe.
 *
 * <p>No value is set twice, and each request names the value to replace. The values of a register
 * therefore form a chain, and a register is linearizable if
 *
 * <ul>
 *   <li>no value is replaced by two others;
 *   <li>a read shows a value whose request was sent before the read ended, and that was not known
 *       to be replaced when the read began;
 *   <li>a request is not refused while its expected value is present: no later read or request
 *       finds that value.
 * </ul>
 *
 * <p>A failed request may be executed, now or later. A refused request may have been executed, too,
 * because HBase's client repeats a request if the answer is lost, and the second attempt finds the
 * new value.
 */
final class RegisterHistory {
  /** Value of a register that was never set. */
  static final long ABSENT = 0;

  private static final long NEVER = Long.MAX_VALUE;

  // All fields are guarded by this.
  private final Map<Long, Link> links = new HashMap<>();

  /** By value: the known successor. */
  private final Map<Long, Long> successors = new HashMap<>();

  /** By expected value: the end of the first refused request. */
  private final Map<Long, Long> refusals = new HashMap<>();

  /** A sent value. */
  private static final class Link {
    private final long expected;
    private final long begun;

    /** Time since which the value is known to have been set. */
    private long known = NEVER;

    Link(long expected, long begun) {
      this.expected = expected;
      this.begun = begun;
    }
  }

  /**
   * Records a request before it is sent.
   *
   * @param expected a value that was read or set
   * @param value a new, unique value
   */
  synchronized void begin(long expected, long value, long now) {
    if (value == ABSENT || links.putIfAbsent(value, new Link(expected, now)) != null) {
      throw new IllegalArgumentException("value %d is not a new one".formatted(value));
    }
  }

  /** Records a set value; returns the problem, if any. */
  synchronized Optional<Problem> acknowledge(long value, long now) {
    return confirm(value, now);
  }

  /** Records that HBase refused to replace {@code expected}. */
  synchronized void refuse(long expected, long now) {
    refusals.merge(expected, now, Math::min);
  }

  /**
   * The problem of a read, if any.
   *
   * @param value {@link #ABSENT} for an absent register
   */
  synchronized Optional<Problem> judge(long value, long start, long end) {
    Link link = links.get(value);
    if (value != ABSENT && (link == null || link.begun > end)) {
      return problem("a value that was sent by then");
    }
    Long successor = successors.get(value);
    if (successor != null && links.get(successor).known < start) {
      return problem("%d, which replaced it, or a later one".formatted(successor));
    }
    if (refusals.getOrDefault(value, NEVER) < start) {
      return problem("another one: a request that asked for it was refused before");
    }
    return value == ABSENT ? Optional.empty() : confirm(value, end);
  }

  private Optional<Problem> confirm(long value, long now) { // called with the lock held
    Link link = links.get(value);
    link.known = Math.min(link.known, now);
    if (refusals.getOrDefault(link.expected, NEVER) < link.begun) {
      return problem("not %d: a request that asked for it was refused before".formatted(value));
    }
    Long other = successors.putIfAbsent(link.expected, value);
    return other == null || other == value
        ? Optional.empty()
        : problem("not %d: %d has replaced %d already".formatted(value, other, link.expected));
  }

  private static Optional<Problem> problem(String allowed) {
    return Optional.of(new Problem(Problem.Kind.REGISTER, allowed));
  }
}
