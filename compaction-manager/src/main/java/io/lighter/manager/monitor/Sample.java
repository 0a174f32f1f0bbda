// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.monitor;

import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ServerReport;

/**
 * The activity of a compaction server, or of all together, at one moment. Immutable.
 *
 * @param timeMs milliseconds since 1970
 * @param cpuLoad 0 to 1, the mean over servers; negative if unknown
 * @param heapUsedBytes heap of the process in use
 * @param retainedBytes chunks in memory, a part of {@code reservedBytes}
 * @param reservedBytes reserved part of the memory for outputs
 * @param queued jobs that wait
 * @param running jobs that run
 * @param compactedPerSecond input bytes read per second since the last sample
 * @param streamedPerSecond compressed bytes of chunks sent per second since the last sample
 */
public record Sample(
    long timeMs,
    double cpuLoad,
    long heapUsedBytes,
    long retainedBytes,
    long reservedBytes,
    int queued,
    int running,
    long compactedPerSecond,
    long streamedPerSecond) {

  /**
   * A server's counters at the moment of a report, as the base of rates.
   *
   * @param compactedBytes bytes compacted by completed and by running jobs
   */
  record Counters(long timeMs, long compactedBytes, long streamedBytes) {
    static Counters of(ServerReport report, long timeMs) {
      long reading =
          report.getJobList().stream()
              .filter(job -> job.getState() == JobState.COMPACTING) // the counter includes others
              .mapToLong(job -> job.getProgress().getBytesRead())
              .sum();
      return new Counters(timeMs, report.getCompactedBytes() + reading, report.getStreamedBytes());
    }
  }

  /**
   * Returns a sample of one server.
   *
   * @param before counters of the last sample; {@code null} for the first
   */
  static Sample of(ServerReport report, long timeMs, Counters now, Counters before) {
    return new Sample(
        timeMs,
        report.getCpuLoad(),
        report.getHeapUsedBytes(),
        report.getKeptBytes(),
        report.getReservedBytes(),
        jobs(report, JobState.QUEUED),
        jobs(report, JobState.COMPACTING),
        before == null ? 0 : rate(now.compactedBytes() - before.compactedBytes(), now, before),
        before == null ? 0 : rate(now.streamedBytes() - before.streamedBytes(), now, before));
  }

  /** A rate, at least 0: a job that is given up takes its bytes out of the counters. */
  private static long rate(long bytes, Counters now, Counters before) {
    long ms = now.timeMs() - before.timeMs();
    return ms <= 0 ? 0 : Math.max(0, bytes) * 1000 / ms;
  }

  /** Jobs of a report in a state. */
  static int jobs(ServerReport report, JobState state) {
    return (int)
        report.getJobList().stream().map(JobReport::getState).filter(state::equals).count();
  }
}
