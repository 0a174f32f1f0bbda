package io.lighter.testing.check;

import java.time.Duration;

/**
 * A read that the history does not allow.
 *
 * @param kind what is wrong
 * @param row the row's key
 * @param seen what the read showed
 * @param allowed what would have been right
 * @param read the read, with the options that matter
 * @param thread the reader's
 * @param start when the read began, since the start of the check
 * @param end when it ended
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
