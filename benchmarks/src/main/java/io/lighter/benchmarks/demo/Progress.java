package io.lighter.benchmarks.demo;

/** Tells a person what goes on. Thread-safe. */
interface Progress {
  /** A new step begins, and with it the end of the one before. */
  void step(String title);

  /** What the current step is busy with. */
  void detail(String text);

  /** How much of the current step is done, 0 to 1. */
  void update(double fraction);

  /** The last step is over. */
  void finish();
}
