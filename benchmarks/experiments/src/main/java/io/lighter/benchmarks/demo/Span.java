// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.List;

/**
 * The phases of a turn, in seconds relative to the start of the compaction.
 *
 * @param from start of the phase before, at most 0
 * @param commit commit of the table's last region
 * @param warmupEnd end of the last warm-up; {@code commit} without a warm-up after it; may be after
 *     {@code to}
 * @param to end of the phase after
 */
record Span(double from, double commit, double warmupEnd, double to) {

  /** Whether a warm-up went on after the commit. */
  boolean hasWarmup() {
    return warmupEnd > commit;
  }

  /** The mean boundaries of several turns, from the earliest start to the latest end. */
  static Span pooled(List<Span> spans) {
    return new Span(
        spans.stream().mapToDouble(Span::from).min().orElseThrow(),
        spans.stream().mapToDouble(Span::commit).average().orElseThrow(),
        spans.stream().mapToDouble(Span::warmupEnd).average().orElseThrow(),
        spans.stream().mapToDouble(Span::to).max().orElseThrow());
  }
}
