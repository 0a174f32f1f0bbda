// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** Failed or wrong reads, with descriptions of the first few. Thread-safe. */
final class ReadProblems {
  private static final int MAX_DESCRIPTIONS = 10;

  private final AtomicLong count = new AtomicLong();
  private final Queue<String> examples = new ConcurrentLinkedQueue<>();

  /** Adds a problem. */
  void report(String problem) {
    if (count.incrementAndGet() <= MAX_DESCRIPTIONS) {
      examples.add(problem);
    }
  }

  /** Number of problems. */
  long count() {
    return count.get();
  }

  /** Descriptions of the first few problems. */
  List<String> examples() {
    return List.copyOf(examples);
  }
}
