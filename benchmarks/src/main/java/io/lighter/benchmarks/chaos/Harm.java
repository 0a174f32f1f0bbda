package io.lighter.benchmarks.chaos;

/** What is done to a process. */
enum Harm {
  /** It is gone at once (SIGKILL). */
  KILL("killed"),
  /** It hangs for longer than its ZooKeeper session (SIGSTOP), then goes on (SIGCONT). */
  STOP("stopped");

  private final String participle;

  Harm(String participle) {
    this.participle = participle;
  }

  String participle() {
    return participle;
  }
}
