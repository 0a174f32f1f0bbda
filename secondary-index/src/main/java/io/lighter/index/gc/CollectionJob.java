// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

import io.lighter.index.spec.IndexSpec;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The collection of stale entries by one compaction of an index table. A failure leaves the entries
 * in place. Confined to the thread of the job.
 */
public final class CollectionJob implements CellHook, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(CollectionJob.class);

  private final EntryFilter filter;
  private final LiveSetMemory memory;
  private final long reserved;
  private final IndexEvents events;

  private CollectionJob(
      EntryFilter filter, LiveSetMemory memory, long reserved, IndexEvents events) {
    this.filter = filter;
    this.memory = memory;
    this.reserved = reserved;
    this.events = events;
  }

  /**
   * Reads the live sets of an index, as far as there is memory. Sets of regions in which most was
   * overwritten come first.
   *
   * @param dataDir folder of the data table
   */
  public static CollectionJob begin(
      FileSystem fs, Path dataDir, IndexSpec spec, LiveSetMemory memory, IndexEvents events) {
    LiveSetStore store = new LiveSetStore(fs, dataDir);
    List<LiveSet> sets = new ArrayList<>();
    long reserved = 0;
    int leftOut = 0;
    boolean complete = false;
    try {
      String identity = store.identity();
      List<LiveSetStore.Found> found = new ArrayList<>(store.newest(spec.name()));
      found.sort(
          Comparator.comparingLong((LiveSetStore.Found set) -> set.name().overwritten())
              .reversed());
      for (LiveSetStore.Found set : found) {
        if (!memory.tryReserve(set.length())) {
          leftOut++;
          continue;
        }
        reserved += set.length();
        Optional<LiveSet> usable = store.read(set, spec.text(), identity);
        usable.ifPresent(sets::add);
        if (usable.isEmpty()) {
          memory.release(set.length());
          reserved -= set.length();
        }
      }
      complete = true;
    } catch (IOException e) {
      LOG.warn("stale entries of index {} of {} stay", spec.name(), dataDir, e);
    } finally {
      if (!complete) {
        memory.release(reserved);
        reserved = 0;
        sets.clear();
      }
    }
    if (leftOut > 0) {
      events.setsLeftOut(leftOut);
    }
    return new CollectionJob(new EntryFilter(spec, new LiveSets(sets)), memory, reserved, events);
  }

  @Override
  public void cells(List<Cell> cells) {
    filter.cells(cells);
  }

  /** Counts what was dropped, after the last cell. */
  public void end() {
    events.collected(filter.dropped(), filter.tooNew());
  }

  @Override
  public void close() {
    memory.release(reserved);
  }
}
