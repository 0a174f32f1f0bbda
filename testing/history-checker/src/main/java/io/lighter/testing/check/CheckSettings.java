// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of a check.
 *
 * @param seed seed of all random choices; timing still differs between runs
 * @param duration duration of writing and reading, without the final comparison
 * @param rows number of rows, without counters
 * @param valueBytes size of each value
 * @param engine class name of the store engine; empty for none
 * @param tableProperties further {@code CONFIGURATION} of the table
 * @param shape shape of the table
 * @param stopAtFirstViolation whether to stop at the first violation, for expected ones
 * @param load intensity of the activity
 */
record CheckSettings(
    long seed,
    Duration duration,
    int rows,
    int valueBytes,
    Optional<String> engine,
    Map<String, String> tableProperties,
    TableShape shape,
    boolean stopAtFirstViolation,
    Load load) {

  /**
   * The intensity of the activity.
   *
   * @param writers number of writer threads, each of which owns an equal share of the rows
   * @param getters number of getter threads
   * @param scanners number of scanner threads
   * @param writerPause between two requests of a writer
   * @param readerPause between two requests of a getter or a scanner
   * @param filePause mean time between two flushes or compactions
   * @param regionPause mean time between two splits, merges, moves or snapshots
   * @param bulkLoadPause mean time between two bulk loads
   * @param switchPause mean time between two short periods with Lighter switched off
   * @param linkPause mean time between two additions to the list, see {@link LinkedRows}
   * @param trackerPause mean time between two steps of a tracker's migration
   * @param enginePause mean time between two changes of the table's engine, see {@link
   *     EngineDisturber}
   */
  record Load(
      int writers,
      int getters,
      int scanners,
      Duration writerPause,
      Duration readerPause,
      Duration filePause,
      Duration regionPause,
      Duration bulkLoadPause,
      Duration switchPause,
      Duration linkPause,
      Duration trackerPause,
      Duration enginePause) {
    /** A pause that disables an activity. */
    static final Duration NEVER = Duration.ofDays(1000);

    /** Whether there are {@link LinkedRows}. */
    boolean links() {
      return linkPause.compareTo(NEVER) < 0;
    }

    /** Whether the engine of the live table changes. */
    boolean changesEngine() {
      return enginePause.compareTo(NEVER) < 0;
    }
  }

  CheckSettings {
    tableProperties = Map.copyOf(tableProperties);
    if (rows < Keys.ROWS_PER_COUNTER) {
      throw new IllegalArgumentException(
          "at least %d rows, not %d".formatted(Keys.ROWS_PER_COUNTER, rows));
    }
    if (load.changesEngine() && shape.engine().isEmpty()) {
      throw new IllegalArgumentException("only an engine that the table names can change");
    }
  }
}
