// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import io.lighter.client.commit.TransactionId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What became of the last commits of a region server, so that a commit is answered again if its
 * answer was lost. Thread-safe; the lock is {@code this}.
 */
final class CommitOutcomes {
  private final Map<TransactionId, Outcome> last;

  /** How a commit that began to write has ended. */
  enum Outcome {
    /** All of it was written. */
    APPLIED,
    /** The write failed, and may be in the log. */
    UNKNOWN
  }

  /**
   * Remembers nothing yet.
   *
   * @param most most commits to remember
   */
  CommitOutcomes(int most) {
    last =
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<TransactionId, Outcome> eldest) {
            return size() > most;
          }
        };
  }

  /** Remembers a commit, and may forget the oldest one. */
  synchronized void add(TransactionId id, Outcome outcome) {
    last.put(id, outcome);
  }

  /** The outcome of a commit; empty if it did not write, or was forgotten. */
  synchronized Optional<Outcome> of(TransactionId id) {
    return Optional.ofNullable(last.get(id));
  }
}
