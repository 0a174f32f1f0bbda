package io.lighter.benchmarks.chaos;

/** What must not grow for ever. */
enum Gauge {
  HEAP("heap_mb", "heap in use, MB", 32, true),
  /** What the JVM counts as direct buffers. */
  DIRECT("direct_mb", "direct buffers, MB", 16, false),
  /** All memory that the operating system gave to a process. */
  RESIDENT("resident_mb", "resident memory, MB", 64, false),
  THREADS("threads", "threads", 12, false),
  DESCRIPTORS("descriptors", "open file descriptors", 40, false),
  ZNODES("znodes", "znodes", 30, false),
  HDFS_FILES("hdfs_files", "files in HDFS", 100, false);

  /** Growth that may be noise, as a part of what is there. */
  static final double NOISE = 0.1;

  private final String key;
  private final String label;
  private final double slack;
  private final boolean floor;

  Gauge(String key, String label, double slack, boolean floor) {
    this.key = key;
    this.label = label;
    this.slack = slack;
    this.floor = floor;
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

  /** Whether only its low points count, for it goes up and down by its nature. */
  boolean isFloor() {
    return floor;
  }
}
