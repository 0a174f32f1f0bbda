package io.lighter.testing.chaos;

/** What must not grow for ever. */
enum Gauge {
  /** With what the next collection takes away, so nothing follows from it. */
  HEAP("heap_mb", "heap in use, MB", 0, Judged.NEVER),
  LIVE_HEAP("live_heap_mb", "heap in use after a collection, MB", 16, Judged.BY_MIDDLE),
  /** What the JVM counts as direct buffers. */
  DIRECT("direct_mb", "direct buffers, MB", 8, Judged.BY_MIDDLE),
  /** All memory that the operating system gave to a process. */
  RESIDENT("resident_mb", "resident memory, MB", 64, Judged.BY_MIDDLE),
  THREADS("threads", "threads", 6, Judged.BY_MIDDLE),
  DESCRIPTORS("descriptors", "open file descriptors", 15, Judged.BY_MIDDLE),
  ZNODES("znodes", "znodes", 10, Judged.BY_MIDDLE),
  /** HBase's cleaner takes many away at once. */
  HDFS_FILES("hdfs_files", "files in HDFS", 100, Judged.BY_LOW_POINTS);

  /** Growth that may be noise, as a part of what is there. */
  static final double NOISE = 0.1;

  private final String key;
  private final String label;
  private final double slack;
  private final Judged judged;

  Gauge(String key, String label, double slack, Judged judged) {
    this.key = key;
    this.label = label;
    this.slack = slack;
    this.judged = judged;
  }

  /** Which of a time's values stands for all. */
  enum Judged {
    NEVER,
    BY_MIDDLE,
    /** It goes up and down by its nature. */
    BY_LOW_POINTS
  }

  /** In JSON, and in names of files. */
  String key() {
    return key;
  }

  /** In words, with the unit. */
  String label() {
    return label;
  }

  /** Whether it grew by no more than noise. */
  boolean isFlat(double before, double after) {
    return after - before <= Math.max(slack, NOISE * before);
  }

  Judged judged() {
    return judged;
  }
}
