// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

/** Reports and counts the violations of an indexed table. Thread-safe. */
final class IndexProblems {
  private IndexProblems() {}

  static void report(CheckContext context, Problem problem, byte[] row, String seen, Read read) {
    switch (problem.kind()) {
      case MISSING -> context.tally().add(Tally.Event.ROW_MISSING);
      case FOREIGN -> context.tally().add(Tally.Event.ROW_FOREIGN);
      case LOST_ENTRY -> context.tally().add(Tally.Event.ENTRY_LOST);
      case TORN, STALE, FUTURE, IMPOSSIBLE, COUNTER, REGISTER, LINK, ORDER -> {}
    }
    context.model().report(problem, row, seen, read);
  }
}
