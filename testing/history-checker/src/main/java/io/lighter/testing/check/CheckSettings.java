package io.lighter.testing.check;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What a check does.
 *
 * @param seed of everything that is random; threads and clusters still differ from run to run
 * @param duration of the writing and reading; the comparison at the end comes on top
 * @param rows of the table; counters come on top
 * @param valueBytes of each value
 * @param engine class name of the store engine; the table names none if empty
 * @param tableProperties further {@code CONFIGURATION} of the table
 * @param shape of the table
 * @param stopAtFirstViolation ends early, for those who know that there is one
 * @param load how much happens
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
   * How much happens.
   *
   * @param writers threads; each owns every so manieth row
   * @param getters threads
   * @param scanners threads
   * @param writerPause between two requests of a writer
   * @param readerPause between two requests of a getter or a scanner
   * @param filePause mean time between two flushes or compactions
   * @param regionPause mean time between two splits, merges, moves or snapshots
   * @param bulkLoadPause mean time between two bulk loads
   * @param switchPause mean time between two times when Lighter is switched off for a moment
   * @param linkPause mean time between two additions to the list, see {@link LinkedRows}
   * @param trackerPause mean time between two steps of a tracker's migration
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
      Duration trackerPause) {
    /** Of a pause: what it is between does not happen. */
    static final Duration NEVER = Duration.ofDays(1000);

    /** Whether there are {@link LinkedRows}. */
    boolean links() {
      return linkPause.compareTo(NEVER) < 0;
    }
  }

  CheckSettings {
    tableProperties = Map.copyOf(tableProperties);
    if (rows < Keys.ROWS_PER_COUNTER) {
      throw new IllegalArgumentException(
          "at least %d rows, not %d".formatted(Keys.ROWS_PER_COUNTER, rows));
    }
  }
}
