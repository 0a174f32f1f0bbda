// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.benchmarks.experiment.PeriodicSamples;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
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
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private final FileSystem files;
  private final PeriodicSamples<SpaceSample> samples;

  private SpaceSampler(FileSystem files, Path folder, Clock clock) {
    this.files = files;
    this.samples =
        PeriodicSamples.start(
            "space-sampler",
            PERIOD,
            () -> new SpaceSample(clock.instant(), files.getContentSummary(folder).getLength()),
            // a file may go during the listing
            failure -> LOG.debug("no sample of the space of {}", folder, failure));
  }

  /** Starts to sample an existing table; the caller closes the sampler. */
  static SpaceSampler start(Configuration conf, TableName table, Clock clock) throws IOException {
    Path root = new Path(conf.get(HConstants.HBASE_DIR));
    FileSystem files = FileSystem.newInstance(root.toUri(), conf); // closed with the sampler
    return new SpaceSampler(files, CommonFSUtils.getTableDir(root, table), clock);
  }

  /** The samples so far. */
  List<SpaceSample> samples() {
    return samples.soFar();
  }

  @Override
  public void close() throws IOException {
    samples.close();
    files.close();
  }
}
