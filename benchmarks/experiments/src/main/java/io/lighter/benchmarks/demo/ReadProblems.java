package io.lighter.benchmarks.demo;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** Reads that failed or returned something wrong. Thread-safe; keeps the first few in words. */
final class ReadProblems {
  private static final int KEPT = 10;

  private final AtomicLong count = new AtomicLong();
  private final Queue<String> examples = new ConcurrentLinkedQueue<>();

  /** One more. */
  void report(String problem) {
    if (count.incrementAndGet() <= KEPT) {
      examples.add(problem);
    }
  }

  /** All that were reported. */
  long count() {
    return count.get();
  }

  /** The first few. */
  List<String> examples() {
    return List.copyOf(examples);
  }
}
