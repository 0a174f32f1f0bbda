package io.lighter.testing.isolation;

/** A kind of limit that control groups can set. */
enum Controller {
  /** Which CPUs a process may run on. */
  CPU_SET("CPU sets", "cpuset", "cpuset"),
  /** Its share of a CPU that others want too. */
  CPU_SHARES("CPU shares", "cpu", "cpu"),
  /** Its memory together with the page cache that it filled. */
  MEMORY("memory limits", "memory", "memory"),
  /** Requests and bytes per second of a block device. */
  DISK("disk limits", "blkio", "io");

  private final String label;
  private final String nameV1;
  private final String nameV2;

  Controller(String label, String nameV1, String nameV2) {
    this.label = label;
    this.nameV1 = nameV1;
    this.nameV2 = nameV2;
  }

  /** For people. */
  String label() {
    return label;
  }

  /** The mount option of cgroup v1. */
  String nameV1() {
    return nameV1;
  }

  /** The word in {@code cgroup.controllers} of cgroup v2. */
  String nameV2() {
    return nameV2;
  }
}
