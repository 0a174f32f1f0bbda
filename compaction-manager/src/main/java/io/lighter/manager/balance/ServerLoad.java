// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import java.time.Duration;
import org.apache.hadoop.hbase.ServerName;

/**
 * The load of a compaction server by its reports.
 *
 * @param pressure smoothed maximum of busy threads, expected wait, memory and CPU; 1 is full, and a
 *     long wait counts as 2 at most
 * @param compacted input bytes compacted per minute, decayed
 * @param expectedWaitMs expected wait of a new job
 * @param memory the larger of reserved and retained memory, as a part of that for outputs; 0 to 1
 * @param cpu load of the machine, 0 to 1; negative if unknown
 * @param threads compaction threads, at least 1
 * @param age age of the last report
 * @param known time since the server's first report
 */
record ServerLoad(
    ServerName server,
    double pressure,
    double compacted,
    long expectedWaitMs,
    double memory,
    double cpu,
    int running,
    int queued,
    int threads,
    boolean draining,
    Duration age,
    Duration known) {

  int jobs() {
    return running + queued;
  }
}
