// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.time.Duration;

/**
 * A read that the history does not allow.
 *
 * @param kind kind of the problem
 * @param row the row's key
 * @param seen the shown result
 * @param allowed the allowed result
 * @param read the read, with the options that matter
 * @param thread thread of the reader
 * @param start start of the read, since the start of the check
 * @param end end of the read
 */
record Violation(
    Problem.Kind kind,
    String row,
    String seen,
    String allowed,
    String read,
    String thread,
    Duration start,
    Duration end) {
  String describe() {
    return "%s: row %s showed %s, allowed: %s; %s by %s from %d ms to %d ms"
        .formatted(kind, row, seen, allowed, read, thread, start.toMillis(), end.toMillis());
  }
}
