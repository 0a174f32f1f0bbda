// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.stall;

import java.util.List;
import java.util.Optional;

/**
 * A process whose waits for a CPU are read.
 *
 * @param name name in results, such as {@code region-server-1}
 */
public record Watched(Kind kind, String name, long pid) {
  /** A kind of process. */
  public enum Kind {
    /** Region servers: threads that read requests, execute them, and write the log. */
    REGION_SERVER(
        "region_server",
        true,
        Optional.of(Cause.SAFEPOINT_REGION_SERVER),
        Optional.of(Cause.CPU_WAIT_REGION_SERVER)),
    /** Clients: all threads but the JVM's own. */
    CLIENT("client", true, Optional.of(Cause.SAFEPOINT_CLIENT), Optional.of(Cause.CPU_WAIT_CLIENT)),
    /** Data nodes, or the process that contains them: all threads but the JVM's own. */
    DATA_NODE("data_node", false, Optional.of(Cause.SAFEPOINT_DATA_NODE), Optional.empty()),
    /** Compaction servers: all threads but the JVM's own. */
    COMPACTION_SERVER("compaction_server", false, Optional.empty(), Optional.empty());

    private static final List<String> SERVING = List.of("RpcServer", "RS-EventLoop", "AsyncFSWAL");

    private static final List<String> OF_JVM =
        List.of(
            "GC Thread",
            "G1 ",
            "VM ",
            "C1 Compiler",
            "C2 Compiler",
            "Sweeper",
            "Reference Hand",
            "Finalizer",
            "Signal Dispatch",
            "Service Thread",
            "Monitor Deflat",
            "Common-Cleaner",
            "Notification");

    private final String label;
    private final boolean often;
    private final Optional<Cause> safepoint;
    private final Optional<Cause> cpuWait;

    Kind(String label, boolean often, Optional<Cause> safepoint, Optional<Cause> cpuWait) {
      this.label = label;
      this.often = often;
      this.safepoint = safepoint;
      this.cpuWait = cpuWait;
    }

    /** Name in files. */
    public String label() {
      return label;
    }

    /** Cause of stalls by safepoints, if they count as one. */
    public Optional<Cause> safepoint() {
      return safepoint;
    }

    /** Cause of stalls by waits for a CPU, if they count as one. */
    Optional<Cause> cpuWait() {
      return cpuWait;
    }

    /** Whether waits are read in each step instead of once a second. */
    boolean often() {
      return often;
    }

    /** Whether the waits of a thread count. */
    boolean counts(String thread) {
      return this == REGION_SERVER
          ? SERVING.stream().anyMatch(thread::startsWith)
          : OF_JVM.stream().noneMatch(thread::startsWith);
    }
  }
}
