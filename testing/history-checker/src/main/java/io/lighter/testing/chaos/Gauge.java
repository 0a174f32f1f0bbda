// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

/** Resources that must not grow without bound. */
enum Gauge {
  /** Heap in use, which is not judged because it includes garbage. */
  HEAP("heap_mb", "heap in use, MB", 0, Judged.NEVER),
  LIVE_HEAP("live_heap_mb", "heap in use after a collection, MB", 16, Judged.BY_MIDDLE),
  /** Direct buffers by the JVM's count. */
  DIRECT("direct_mb", "direct buffers, MB", 8, Judged.BY_MIDDLE),
  /** Memory of a process by the operating system. */
  RESIDENT("resident_mb", "resident memory, MB", 64, Judged.BY_MIDDLE),
  THREADS("threads", "threads", 6, Judged.BY_MIDDLE),
  DESCRIPTORS("descriptors", "open file descriptors", 15, Judged.BY_MIDDLE),
  ZNODES("znodes", "znodes", 10, Judged.BY_MIDDLE),
  /** Files in HDFS, of which HBase's cleaner deletes many at once. */
  HDFS_FILES("hdfs_files", "files in HDFS", 100, Judged.BY_LOW_POINTS);

  /** Relative growth that counts as noise. */
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

  /** The value that represents a period. */
  enum Judged {
    NEVER,
    BY_MIDDLE,
    /** Low points, for gauges that rise and fall by nature. */
    BY_LOW_POINTS
  }

  /** Key in JSON and in file names. */
  String key() {
    return key;
  }

  /** Name with the unit. */
  String label() {
    return label;
  }

  /** Whether the growth is within the noise. */
  boolean isFlat(double before, double after) {
    return after - before <= Math.max(slack, NOISE * before);
  }

  Judged judged() {
    return judged;
  }
}
