// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.stall;

import java.util.Set;

/** A kind of delay that can explain a stall. */
public enum Cause {
  /** A region server's threads were stopped, chiefly by a garbage collection. */
  SAFEPOINT_REGION_SERVER("safepoint-region-server"),
  /** A client's threads were stopped. */
  SAFEPOINT_CLIENT("safepoint-client"),
  /** A data node's threads were stopped. */
  SAFEPOINT_DATA_NODE("safepoint-data-node"),
  /** A runnable thread of a region server that serves operations waited for a CPU. */
  CPU_WAIT_REGION_SERVER("cpu-wait-region-server"),
  /** A runnable thread of a client waited for a CPU. */
  CPU_WAIT_CLIENT("cpu-wait-client"),
  /** The hypervisor ran something else while a thread was runnable. */
  STEAL("steal"),
  /**
   * A group's requests to its disk were at the limit of the isolation profile. Which operations
   * waited for that disk is not known.
   */
  DISK("disk"),
  /** A sync of the write-ahead log was slow. */
  WAL_SYNC("wal-sync");

  private static final Set<String> READS = Set.of("get", "scan", "order_status", "stock_level");

  private final String label;

  Cause(String label) {
    this.label = label;
  }

  /** Name in files. */
  public String label() {
    return label;
  }

  /** Whether the delay can be one of this operation: reads do not wait for the log. */
  boolean delays(String operation) {
    return this != WAL_SYNC || !READS.contains(operation);
  }
}
