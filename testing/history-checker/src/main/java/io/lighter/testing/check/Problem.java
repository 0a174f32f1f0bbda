package io.lighter.testing.check;

/**
 * Why a read is wrong.
 *
 * @param kind for the eye
 * @param allowed what would have been right
 */
record Problem(Kind kind, String allowed) {
  /** Kinds of wrong reads. */
  enum Kind {
    /** The families show different versions of one row. */
    TORN,
    /** An older state although a later one was acknowledged, or seen, before the read began. */
    STALE,
    /** A version that was not begun when the read ended. */
    FUTURE,
    /** What no version of the row ever was. */
    IMPOSSIBLE,
    /** A cell that nobody wrote. */
    FOREIGN,
    /** A counter outside of what was acknowledged and what was attempted. */
    COUNTER,
    /** A register that was not set by one compare-and-set after the other. */
    REGISTER,
    /** A row of a list that is missing, or not as it was written. */
    LINK,
    /** A scan out of order, or with a row twice. */
    ORDER
  }
}
