// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

import io.lighter.index.spec.IndexSpec;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.io.IOUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The live sets of one compaction of all files of a data family, one for each of its indexes. A
 * failure costs the set and leaves the compaction alone. Confined to the thread of the job.
 */
public final class LiveSetJob implements CellHook, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveSetJob.class);

  private final FileSystem fs;
  private final LiveSetStore store;
  private final RegionInfo region;
  private final IndexEvents events;
  private final List<OneSet> sets = new ArrayList<>();

  /** Cells of the output; owned by the compacting thread. */
  private long cells;

  /** A set in progress. */
  private record OneSet(
      IndexSpec spec, LiveSetHeader header, Path path, LiveSetWriter writer, LiveKeys keys) {}

  private LiveSetJob(FileSystem fs, LiveSetStore store, RegionInfo region, IndexEvents events) {
    this.fs = fs;
    this.store = store;
    this.region = region;
    this.events = events;
  }

  /**
   * Begins the sets.
   *
   * @param tableDir folder of the data table
   * @param jobFolder folder of the job, below the region's
   * @param specs indexes of the compacted family
   * @param sequenceId F: the highest sequence id of the inputs
   * @param smallestReadPoint read point of the compaction
   */
  public static LiveSetJob begin(
      FileSystem fs,
      Path tableDir,
      RegionInfo region,
      Path jobFolder,
      List<IndexSpec> specs,
      long sequenceId,
      long smallestReadPoint,
      IndexEvents events) {
    LiveSetStore store = new LiveSetStore(fs, tableDir);
    LiveSetJob job = new LiveSetJob(fs, store, region, events);
    for (IndexSpec spec : specs) {
      try {
        LiveSetHeader header =
            new LiveSetHeader(
                spec.text(),
                store.identity(),
                region.getEncodedName(),
                region.getStartKey(),
                region.getEndKey(),
                sequenceId,
                ThreadLocalRandom.current().nextInt());
        Path path = new Path(jobFolder, "live." + spec.name());
        LiveSetWriter writer = open(fs.create(path, false), header);
        job.sets.add(
            new OneSet(spec, header, path, writer, new LiveKeys(spec, writer, smallestReadPoint)));
      } catch (IOException e) {
        LOG.warn("no live set of index {} in region {}", spec.name(), region.getEncodedName(), e);
      }
    }
    return job;
  }

  private static LiveSetWriter open(OutputStream out, LiveSetHeader header) throws IOException {
    try {
      return new LiveSetWriter(out, header);
    } catch (IOException e) {
      IOUtils.closeStream(out);
      throw e;
    }
  }

  @Override
  public void cells(List<Cell> some) {
    cells += some.size();
    sets.removeIf(
        set -> {
          try {
            for (Cell cell : some) {
              set.keys().add(cell);
            }
            return false;
          } catch (IOException e) {
            giveUp(set, e);
            return true;
          }
        });
  }

  /**
   * Publishes the sets, after the last cell.
   *
   * @param inputCells cells of the inputs
   */
  public void publish(long inputCells) {
    for (OneSet set : sets) {
      try {
        set.keys().end();
        set.writer().end();
        set.writer().close();
        long length = fs.getFileStatus(set.path()).getLen();
        LiveSetName name =
            new LiveSetName(
                set.spec().name(),
                set.header().sequenceId(),
                Math.max(0, inputCells - cells),
                set.header().seed());
        if (store.publish(set.path(), region.getEncodedName(), name)) {
          events.liveSetWritten(length);
        }
      } catch (IOException e) {
        giveUp(set, e);
      }
    }
  }

  /** Closes what is not published; it is deleted with the job's folder. */
  @Override
  public void close() {
    for (OneSet set : sets) {
      try {
        set.writer().close();
      } catch (IOException e) {
        LOG.debug("live set {} is not complete", set.path(), e);
      }
    }
  }

  private void giveUp(OneSet set, IOException e) {
    LOG.warn(
        "no live set of index {} in region {}: its stale entries stay until the next compaction",
        set.spec().name(),
        region.getEncodedName(),
        e);
    try {
      set.writer().close();
    } catch (IOException again) {
      LOG.debug("live set {} is not complete", set.path(), again);
    }
  }
}
