package io.lighter.manager.balance;

import java.time.Duration;
import org.apache.hadoop.hbase.ServerName;

/**
 * How loaded a compaction server is, by its reports.
 *
 * @param pressure smoothed maximum of busy threads, expected wait, memory and CPU; 1 is full, a
 *     wait may make it 2 at most
 * @param compacted input bytes compacted per minute, decayed
 * @param expectedWaitMs of a job that came now
 * @param memory reserved or kept, whichever is more, of what outputs may take; 0 to 1
 * @param cpu of the machine, 0 to 1; negative when unknown
 * @param threads at least 1
 * @param age of the last report
 * @param known for how long the server has reported
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
