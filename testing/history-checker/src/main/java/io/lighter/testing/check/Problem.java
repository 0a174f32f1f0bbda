// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

/**
 * The reason why a read is wrong.
 *
 * @param kind kind of the problem
 * @param allowed the allowed result
 */
record Problem(Kind kind, String allowed) {
  /** Kinds of wrong reads. */
  enum Kind {
    /** The families show different versions of one row. */
    TORN,
    /** An older state, although a later one was acknowledged or seen before the read began. */
    STALE,
    /** A version that began after the read ended. */
    FUTURE,
    /** A state that no version of the row has. */
    IMPOSSIBLE,
    /** A cell that the check has not written, or a row of a lookup whose keys are others. */
    FOREIGN,
    /** A counter outside of the acknowledged and attempted increments. */
    COUNTER,
    /** A register that contradicts a sequence of compare-and-sets. */
    REGISTER,
    /** A row of a list that is missing or changed. */
    LINK,
    /** A scan out of order, or with a repeated row; also of an answer of an index. */
    ORDER,
    /** A row that a lookup through an index had to show. */
    MISSING,
    /** A row without an entry in the index for a key that the row shows. */
    LOST_ENTRY
  }
}
