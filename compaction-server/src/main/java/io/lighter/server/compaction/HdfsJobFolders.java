// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import io.lighter.common.JobOutput;
import io.lighter.common.RetriedDeletions;
import io.lighter.server.job.JobFolders;
import io.lighter.server.job.JobSpec;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.FileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes what jobs wrote to the file system of {@code hbase.rootdir}. A failed deletion is retried
 * until it succeeds ({@link RetriedDeletions}). Thread-safe.
 */
public final class HdfsJobFolders implements JobFolders, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(HdfsJobFolders.class);

  private final FileSystem fs;
  private final RetriedDeletions deletions = new RetriedDeletions();

  /**
   * @param fs file system, which this object does not close
   */
  public HdfsJobFolders(FileSystem fs) {
    this.fs = fs;
  }

  /** Starts the retries. */
  public void start() {
    deletions.start();
  }

  @Override
  public void delete(JobSpec spec, List<String> outputs) {
    JobOutput output = spec.output();
    AtomicBoolean isDeleted = new AtomicBoolean();
    deletions.delete(
        output + " of " + spec.id(),
        () -> {
          if (spec.inFamilyFolder()) {
            deleteUnclaimed(spec, outputs);
          }
          delete(output, isDeleted);
        });
  }

  /** Deletes complete files, whose claims HBase may have deleted when it opened the region. */
  private void deleteUnclaimed(JobSpec spec, List<String> outputs) throws IOException {
    for (String name : outputs) {
      fs.delete(spec.output().output(spec.family().getNameAsString(), name), false);
    }
  }

  @Override
  public void close() {
    deletions.close();
  }

  /**
   * Deletes the folder, and once more: the NameNode may carry out the call that the worker's
   * interrupt broke off, such as the creation of a file, after the first deletion.
   *
   * @param isDeleted whether an earlier try has deleted the folder, and failed later
   */
  private void delete(JobOutput output, AtomicBoolean isDeleted) throws IOException {
    if (output.delete(fs)) {
      isDeleted.set(true);
      LOG.info("job folder deleted: {} folder={}", output.job(), output);
    }
    if (isDeleted.get()) {
      if (output.delete(fs)) {
        LOG.info("job folder deleted again: {} folder={}", output.job(), output);
      }
      output.deleteEmptyRegion(fs);
    }
  }
}
