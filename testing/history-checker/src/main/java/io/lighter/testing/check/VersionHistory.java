// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Records the changes of one row, and checks reads. Thread-safe for the row's writer and all
 * readers.
 *
 * <p>The only writer numbers its changes 1, 2, 3 and begins a change after the previous one is
 * acknowledged. A change without an answer is repeated under the same number, so the state after
 * version n is known. A read from time s to time e may show the state after any version from
 * <em>the last one acknowledged before s</em> to <em>the last one begun until e</em>. A version
 * that a read has shown counts as acknowledged from the read's end on, so later reads must not show
 * older ones.
 */
final class VersionHistory {
  private static final int INITIAL_CAPACITY = 16;

  /** Time of a version that is not acknowledged yet. */
  private static final long PENDING = Long.MAX_VALUE;

  // All fields are guarded by this; index 0 is the row before its first change.
  private Change[] changes = new Change[INITIAL_CAPACITY];
  private long[] begun = new long[INITIAL_CAPACITY];

  /** Non-decreasing, because version n begins after the acknowledgement of n - 1. */
  private long[] acknowledged = new long[INITIAL_CAPACITY];

  private int last;

  /** Creates the history of a row without changes. */
  VersionHistory() {
    changes[0] = Change.DELETE;
    begun[0] = Long.MIN_VALUE;
    acknowledged[0] = Long.MIN_VALUE;
  }

  /**
   * Records a change before it is sent.
   *
   * @return the change's version
   * @throws IllegalStateException if the previous change is not acknowledged
   */
  synchronized int begin(Change change, long now) {
    if (!isSettled()) {
      throw new IllegalStateException("version " + last + " is not acknowledged");
    }
    last++;
    if (last == changes.length) {
      changes = Arrays.copyOf(changes, 2 * last);
      begun = Arrays.copyOf(begun, 2 * last);
      acknowledged = Arrays.copyOf(acknowledged, 2 * last);
    }
    changes[last] = change;
    begun[last] = now;
    acknowledged[last] = PENDING;
    return last;
  }

  /** Records the acknowledgement of the last change. */
  synchronized void acknowledge(int version, long now) {
    if (version != last) {
      throw new IllegalStateException("version %d is not the last, %d".formatted(version, last));
    }
    acknowledged[version] = Math.min(acknowledged[version], now);
  }

  /** Whether the outcome of every change is known, by its writer or a reader. */
  synchronized boolean isSettled() {
    return acknowledged[last] != PENDING;
  }

  /** The last begun version; 0 if there is none. */
  synchronized int lastVersion() {
    return last;
  }

  /**
   * The problem of a read, if any. All shown values must be of one version.
   *
   * @param start time before the request
   * @param end time after the answer
   */
  synchronized Optional<Problem> judge(SeenRow seen, long start, long end) {
    int oldest = lastAcknowledgedBefore(start);
    int newest = lastBegunUntil(end);
    Optional<Integer> shown = firstShown(seen, oldest, newest);
    if (shown.isPresent()) {
      int version = shown.get();
      // Versions with equal content are indistinguishable, so only the oldest is certain.
      acknowledged[version] = Math.min(acknowledged[version], end);
      return Optional.empty();
    }
    return Optional.of(new Problem(kind(seen, oldest, newest), allowed(oldest, newest)));
  }

  /** The state after {@code version}. */
  synchronized RowState state(int version) {
    return new RowState(versions(Column.A, version), versions(Column.B, version));
  }

  private int lastAcknowledgedBefore(long time) {
    int version = last;
    while (version > 0 && acknowledged[version] >= time) {
      version--;
    }
    return version;
  }

  private int lastBegunUntil(long time) {
    int version = last;
    while (version > 0 && begun[version] > time) {
      version--;
    }
    return version;
  }

  private Optional<Integer> firstShown(SeenRow seen, int from, int to) {
    for (int version = from; version <= to; version++) {
      if (seen.shows(state(version))) {
        return Optional.of(version);
      }
    }
    return Optional.empty();
  }

  /** Versions of a column, newest first. */
  private List<Integer> versions(Column column, int version) {
    List<Integer> versions = new ArrayList<>(RowState.MAX_VERSIONS);
    for (int v = version; v >= 0 && versions.size() < RowState.MAX_VERSIONS; v--) {
      Change.Effect effect = changes[v].on(column);
      if (effect.puts()) {
        versions.add(v);
      }
      if (effect.deletes()) {
        break;
      }
    }
    return versions;
  }

  private Problem.Kind kind(SeenRow seen, int oldest, int newest) {
    if (seen.isTorn()) {
      return Problem.Kind.TORN;
    }
    if (firstShown(seen, newest + 1, last).isPresent()) {
      return Problem.Kind.FUTURE;
    }
    return firstShown(seen, 0, oldest - 1).isPresent()
        ? Problem.Kind.STALE
        : Problem.Kind.IMPOSSIBLE;
  }

  private String allowed(int oldest, int newest) {
    StringBuilder text = new StringBuilder();
    for (int version = oldest; version <= newest; version++) {
      RowState state = state(version);
      text.append(version > oldest ? " or " : "")
          .append("version %d: a=%s b=%s".formatted(version, state.a(), state.b()));
    }
    return text.append(history(oldest, newest)).toString();
  }

  /** The last changes, for diagnosis. */
  private String history(int oldest, int newest) {
    StringBuilder text = new StringBuilder("; after");
    for (int version = Math.max(1, oldest - 2 * RowState.MAX_VERSIONS);
        version <= newest;
        version++) {
      text.append(" %d:%s".formatted(version, changes[version]));
    }
    return text.toString();
  }
}
