// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import io.lighter.common.protocol.LighterProtos.JobProgress;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import java.util.List;
import org.apache.hadoop.hbase.regionserver.compactions.Compactor;

/** Measures the progress of a running compaction. Read by any thread. */
final class CompactionMeter {
  private static final int NOT_YET_COMPLETE = 99;

  private final long inputBytes;
  private final long inputCells;
  private final Compactor<?> compactor;
  private final ThreadIo io;

  /**
   * Creates a meter for a compaction that starts now.
   *
   * @param io counters of the compacting thread
   */
  CompactionMeter(long inputBytes, long inputCells, Compactor<?> compactor, ThreadIo io) {
    this.inputBytes = inputBytes;
    this.inputCells = inputCells;
    this.compactor = compactor;
    this.io = io;
  }

  JobProgress running() {
    double read = Math.min(1.0, io.bytesRead() / (double) inputBytes);
    return JobProgress.newBuilder()
        .setCellsRead(Math.round(read * inputCells))
        .setCellsWritten(compactor.getProgress().getCurrentCompactedKvs())
        .setBytesRead(io.bytesRead())
        .setBytesWritten(io.bytesWritten())
        .setPercent((int) Math.min(NOT_YET_COMPLETE, 100 * read))
        .build();
  }

  JobProgress completed(List<OutputFile> outputs) {
    return JobProgress.newBuilder()
        .setCellsRead(inputCells)
        .setCellsWritten(outputs.stream().mapToLong(OutputFile::getCells).sum())
        .setBytesRead(io.bytesRead())
        .setBytesWritten(io.bytesWritten())
        .setPercent(100)
        .build();
  }
}
