// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.tpcc;

import io.lighter.benchmarks.experiment.IntervalLog;
import io.lighter.benchmarks.experiment.LatencyLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The files of a {@link TpccProcess}: latencies of each second by transaction, and a count of
 * failed transactions, if any.
 *
 * @param folder folder of the files
 */
record TpccLogs(Path folder) {
  /** The file of latencies. */
  Path transactions() {
    return folder.resolve("transactions.hlog");
  }

  /** Replaces the count of failures atomically, because the process may end at any moment. */
  void writeFailures(long count, String first) {
    try {
      Path next = folder.resolve("failures.next");
      Files.writeString(next, count + "\n" + first + "\n");
      Files.move(
          next, failures(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The latencies so far. In a closed loop the scheduled and the actual start are equal.
   *
   * @return latencies with names such as {@code new_order}
   */
  LatencyLog read() throws IOException {
    LatencyLog log = new LatencyLog();
    if (Files.exists(transactions())) {
      IntervalLog.Contents contents = IntervalLog.read(transactions());
      log.addDamaged(contents.damaged());
      for (IntervalLog.Entry entry : contents.entries()) {
        String operation =
            entry
                .tag()
                .orElseThrow(() -> new IOException(transactions() + ": a line without a tag"))
                .replace('-', '_');
        for (LatencyLog.Timing timing : LatencyLog.Timing.values()) {
          log.add(timing, operation, entry.interval());
        }
      }
    }
    if (Files.exists(failures())) {
      String[] lines = Files.readString(failures()).split("\n", 2);
      log.addFailures("transactions, first " + lines[1].trim(), Long.parseLong(lines[0]));
    }
    return log;
  }

  private Path failures() {
    return folder.resolve("failures");
  }
}
