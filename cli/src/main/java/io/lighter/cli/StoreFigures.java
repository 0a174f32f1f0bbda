// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.engine.advise.Forecast;
import io.lighter.engine.advise.ReadLoad;

/**
 * What a simulated store did, with any engine. The meanings are those of {@link Forecast}, which
 * names only engines that {@link io.lighter.engine.advise.StoreSimulation} plays.
 *
 * @param writes bytes written for each byte flushed
 * @param compactedReads bytes that compactions read for each byte flushed
 * @param spaceAtRest bytes for each live byte, after a flush and its compactions: the most
 * @param spaceAtPeak bytes for each live byte with the output of a running compaction: the most
 * @param largestJobBytes bytes read and written by the largest compaction; 0 if there was none
 * @param files files at the end
 */
record StoreFigures(
    double writes,
    double compactedReads,
    double filesPerScan,
    double filesPerGet,
    double spaceAtRest,
    double spaceAtPeak,
    long largestJobBytes,
    int files) {

  static StoreFigures of(Forecast forecast) {
    return new StoreFigures(
        forecast.writeAmplification(),
        forecast.compactedReads(),
        forecast.filesPerScan(),
        forecast.filesPerGet(),
        forecast.spaceAtRest(),
        forecast.spaceAtPeak(),
        forecast.largestJobBytes(),
        forecast.files());
  }

  /**
   * Returns the seconds of a device that flushes and compactions take in a second, as {@link
   * io.lighter.engine.advise.Advice.Candidate#writeSeconds}.
   *
   * @param bytesPerSecond bytes that flushes write in a second
   */
  double writeSeconds(ReadLoad reads, double bytesPerSecond) {
    double bytes = writes * reads.replication() + compactedReads;
    return bytesPerSecond * bytes / reads.device().bytesPerSecond();
  }

  /**
   * Returns the seconds of a device that reads take in a second, as {@link
   * io.lighter.engine.advise.Advice.Candidate#readSeconds}.
   *
   * @param scans share of the rows read that scans read, 0 to 1
   */
  double readSeconds(ReadLoad reads, double scans) {
    double met = scans / ReadLoad.ROWS_PER_SCAN * filesPerScan + (1 - scans) * filesPerGet;
    return reads.rowsPerSecond() * met * (1 - reads.cached()) * reads.device().seekSeconds();
  }
}
