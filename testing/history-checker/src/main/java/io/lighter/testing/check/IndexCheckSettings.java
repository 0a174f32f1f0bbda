// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of a check of an indexed table.
 *
 * @param seed seed of all random choices; timing still differs between runs
 * @param duration duration of writing and looking up, without the final comparison
 * @param rows number of rows with one writer
 * @param writers number of writer threads
 * @param readers number of threads that look rows up
 * @param filePause mean time between two flushes or compactions of each table
 * @param regionPause mean time between two splits, merges or moves of each table
 * @param switchPause mean time between two short periods with Lighter switched off
 * @param killPause mean time between two kills of a region server
 * @param removalDelay the cluster's {@code lighter.index.removal.delay}
 */
record IndexCheckSettings(
    long seed,
    Duration duration,
    int rows,
    int writers,
    int readers,
    Duration filePause,
    Duration regionPause,
    Duration switchPause,
    Duration killPause,
    Duration removalDelay) {
  private static final String ENGINE = "org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine";
  private static final Duration WRITER_PAUSE = Duration.ofMillis(5);
  private static final Duration READER_PAUSE = Duration.ofMillis(5);

  /** The settings in the form that disturbers and writers of other checks have. */
  CheckSettings common() {
    return new CheckSettings(
        seed,
        duration,
        rows,
        Integer.BYTES,
        Optional.of(ENGINE),
        Map.of(),
        TableShape.plain(),
        false,
        new CheckSettings.Load(
            writers,
            readers,
            0,
            WRITER_PAUSE,
            READER_PAUSE,
            filePause,
            regionPause,
            CheckSettings.Load.NEVER,
            switchPause,
            CheckSettings.Load.NEVER,
            CheckSettings.Load.NEVER,
            CheckSettings.Load.NEVER));
  }
}
