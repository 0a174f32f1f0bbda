package io.lighter.testing.check;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * All compare-and-sets of one register, which any writer may change, and the judge of its reads and
 * answers. Thread-safe.
 *
 * <p>No value is set twice, and who sets one names the value that it has to replace. So the values
 * that were ever there are a chain, and a register is linearizable if
 *
 * <ul>
 *   <li>no value is replaced by two others;
 *   <li>a read shows a value whose request was sent before the read ended, and that had not been
 *       replaced, as far as anybody knew, when the read began;
 *   <li>a request is not refused while the value that it asks for is there: neither a read nor the
 *       request of another one finds it there afterwards.
 * </ul>
 *
 * <p>A request that failed may have been done, now or later. So may one that was refused, for
 * HBase's client sends a request again if the answer is lost: the second time its value is there
 * already.
 */
final class RegisterHistory {
  /** Of a register that was never set. */
  static final long ABSENT = 0;

  private static final long NEVER = Long.MAX_VALUE;

  // All guarded by this.
  private final Map<Long, Link> links = new HashMap<>();

  /** By value: what is known to have replaced it. */
  private final Map<Long, Long> successors = new HashMap<>();

  /** By value that was asked for: the end of the first request that was refused. */
  private final Map<Long, Long> refusals = new HashMap<>();

  /** A value that was sent. */
  private static final class Link {
    private final long expected;
    private final long begun;

    /** Since when it is known to have been there. */
    private long known = NEVER;

    Link(long expected, long begun) {
      this.expected = expected;
      this.begun = begun;
    }
  }

  /**
   * Notes that a request is about to be sent.
   *
   * @param expected a value that was read, or set
   * @param value that nobody has sent so far
   */
  synchronized void begin(long expected, long value, long now) {
    if (value == ABSENT || links.putIfAbsent(value, new Link(expected, now)) != null) {
      throw new IllegalArgumentException("value %d is not a new one".formatted(value));
    }
  }

  /** Notes that HBase has set a value; tells what is wrong with that, if anything. */
  synchronized Optional<Problem> acknowledge(long value, long now) {
    return confirm(value, now);
  }

  /** Notes that HBase has refused to replace {@code expected}. */
  synchronized void refuse(long expected, long now) {
    refusals.merge(expected, now, Math::min);
  }

  /**
   * What is wrong with a read, if anything.
   *
   * @param value {@link #ABSENT} if the register is
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

  private Optional<Problem> confirm(long value, long now) { // holds the lock
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
