// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

/** A kind of limit of control groups. */
enum Controller {
  /** CPUs on which a process may run. */
  CPU_SET("CPU sets", "cpuset", "cpuset"),
  /** Share of a contended CPU. */
  CPU_SHARES("CPU shares", "cpu", "cpu"),
  /** Memory together with the page cache that the process filled. */
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

  /** Name in reports. */
  String label() {
    return label;
  }

  /** Mount option in cgroup v1. */
  String nameV1() {
    return nameV1;
  }

  /** Name in {@code cgroup.controllers} of cgroup v2. */
  String nameV2() {
    return nameV2;
  }
}
