// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.forest.FlushCuts;
import io.lighter.engine.forest.FlushPieces;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.monitoring.MonitoredTask;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Flushes a store into several files, one after the other, where {@link FlushCuts} says so. All
 * have the sequence id of the flush, so the store's tracker must list them in one step ({@link
 * FlushPieces}). HBase tries a flush that fails again, from its first cell.
 *
 * <p>HBase flushes a region with one thread at a time.
 */
@InterfaceAudience.Private
final class ForestFlusher extends StoreFlusher {
  private static final Logger LOG = LoggerFactory.getLogger(ForestFlusher.class);

  private final FlushPieces pieces;

  ForestFlusher(Configuration conf, HStore store, FlushPieces pieces) {
    super(conf, store);
    this.pieces = pieces;
  }

  @Override
  public List<Path> flushSnapshot(
      MemStoreSnapshot snapshot,
      long sequenceId,
      MonitoredTask status,
      ThroughputController throughput,
      FlushLifeCycleTracker tracker,
      Consumer<Path> writerCreationTracker)
      throws IOException {
    if (snapshot.getCellsCount() == 0) {
      return new ArrayList<>();
    }
    status.setStatus("Flushing " + store + ": creating writer");
    List<Path> created = new ArrayList<>();
    Consumer<Path> noted =
        file -> {
          created.add(file);
          if (writerCreationTracker != null) {
            writerCreationTracker.accept(file);
          }
        };
    Files files = new Files(snapshot, sequenceId, status, noted);
    try (InternalScanner scanner = createScanner(snapshot.getScanners(), tracker)) {
      performFlush(scanner, files, throughput);
      files.completeLast();
    } catch (IOException | RuntimeException e) {
      files.closeAfter(e);
      delete(created);
      throw e;
    }
    LOG.info(
        "flushed: store={} bytes={} sequenceid={} files={}",
        store,
        snapshot.getDataSize(),
        sequenceId,
        created);
    return created;
  }

  private void delete(List<Path> files) {
    for (Path file : files) {
      try {
        store.getFileSystem().delete(file, false);
      } catch (IOException e) { // the error of the flush counts; the file is on no list
        LOG.warn("cannot delete the unfinished file of a flush: store={} file={}", store, file, e);
      }
    }
  }

  /** The files of one flush, of which at most one is open. */
  private final class Files implements CellSink {
    private final MemStoreSnapshot snapshot;
    private final long sequenceId;
    private final MonitoredTask status;
    private final Consumer<Path> created;
    private final FlushCuts cuts;

    /** The open file; null before the first cell, and between two files. */
    private StoreFileWriter current;

    /** The row of the last cell; null before the first cell. */
    private byte[] row;

    Files(
        MemStoreSnapshot snapshot, long sequenceId, MonitoredTask status, Consumer<Path> created) {
      this.snapshot = snapshot;
      this.sequenceId = sequenceId;
      this.status = status;
      this.created = created;
      cuts = pieces.cuts(snapshot.getDataSize());
    }

    @Override
    public void append(Cell cell) throws IOException {
      if (row == null || !PrivateCellUtil.matchingRows(cell, row, 0, row.length)) {
        row = CellUtil.cloneRow(cell);
        if (current != null && cuts.endsBeforeRow(current.getPos())) {
          complete();
        }
      }
      if (current == null) {
        current = createWriter(snapshot, false, created);
      }
      current.append(cell);
      cuts.add(cell.getSerializedSize());
    }

    private void complete() throws IOException {
      finalizeWriter(current, sequenceId, status);
      current = null;
    }

    /** Completes the last file; without a cell it is an empty one, which has the sequence id. */
    void completeLast() throws IOException {
      if (current == null) {
        current = createWriter(snapshot, false, created);
      }
      complete();
    }

    /** Closes the open file, if any, after {@code error}, which stays the one that is thrown. */
    void closeAfter(Exception error) {
      try {
        if (current != null) {
          current.close();
        }
      } catch (IOException | RuntimeException again) { // a stream tells its error once more
        if (again != error) {
          error.addSuppressed(again);
        }
      }
    }
  }
}
