// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.range;

import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks HDFS once a second for the bytes below a table's folder: files that reads use, compacted
 * files until HBase archives them, and files that are being written. Thread-safe.
 */
final class SpaceSampler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SpaceSampler.class);
  private static final long PERIOD_MS = 1_000;
  private static final long END_S = 10;

  private final FileSystem files;
  private final Path folder;
  private final Clock clock;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread sampler = new Thread(task, "space-sampler");
            sampler.setDaemon(true);
            return sampler;
          });

  /** Guarded by itself. */
  private final List<SpaceSample> samples = new ArrayList<>();

  private SpaceSampler(FileSystem files, Path folder, Clock clock) {
    this.files = files;
    this.folder = folder;
    this.clock = clock;
  }

  /** Starts to sample an existing table; the caller closes the sampler. */
  static SpaceSampler start(Configuration conf, TableName table, Clock clock) throws IOException {
    Path root = new Path(conf.get(HConstants.HBASE_DIR));
    FileSystem files = FileSystem.newInstance(root.toUri(), conf); // closed with the sampler
    SpaceSampler sampler = new SpaceSampler(files, CommonFSUtils.getTableDir(root, table), clock);
    var unused =
        sampler.thread.scheduleAtFixedRate(
            sampler::sample, 0, PERIOD_MS, TimeUnit.MILLISECONDS); // ends with the thread
    return sampler;
  }

  /** The samples so far. */
  List<SpaceSample> samples() {
    synchronized (samples) {
      return List.copyOf(samples);
    }
  }

  private void sample() {
    try {
      SpaceSample sample =
          new SpaceSample(clock.instant(), files.getContentSummary(folder).getLength());
      synchronized (samples) {
        samples.add(sample);
      }
    } catch (IOException | RuntimeException e) { // a file may go during the listing
      LOG.debug("no sample of the space of {}", folder, e);
    }
  }

  @Override
  public void close() throws IOException {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(END_S, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
    files.close();
  }
}
