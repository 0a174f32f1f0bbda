// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.index.admin.BuildId;
import io.lighter.index.build.BuildJobs.MergedFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs jobs of builds on a compaction server. A job writes into an attempt of its own and deletes
 * it if it does not complete, so a job that the command has given up does no harm. Thread-safe.
 */
public final class BuildJobRunner {
  private static final Logger LOG = LoggerFactory.getLogger(BuildJobRunner.class);

  private final Configuration conf;
  private final FileSystem fs;
  private final long memory;

  /**
   * Creates a runner.
   *
   * @param conf configuration of the site
   * @param fs HBase's file system; stays the caller's
   */
  public BuildJobRunner(Configuration conf, FileSystem fs) {
    this(conf, fs, SnapshotBuilder.MEMORY_BYTES);
  }

  BuildJobRunner(Configuration conf, FileSystem fs, long memory) {
    this.conf = conf;
    this.fs = fs;
    this.memory = memory;
  }

  /**
   * Runs a job in this thread, until it is interrupted.
   *
   * @param done counts rows read, or entries merged
   * @throws io.lighter.index.admin.IndexRefusedException if a row cannot have an entry
   * @throws FileNotFoundException if the build has ended
   */
  public BuildJob.Result run(BuildJob job, LongAdder done) throws IOException {
    WorkFolder folder = new WorkFolder(fs, job.folder(), job.target().id());
    FileWork work = new FileWork(conf, fs, job.target(), folder, job.family(), memory);
    requireBuild(folder, job);
    Path attempt = folder.attempt();
    Optional<MergedFile> merged = Optional.empty();
    try {
      if (job.work() instanceof BuildJob.Read read) {
        return new BuildJob.Result(read(read, work, folder, attempt, done), Optional.empty());
      }
      BuildJob.Merge merge = (BuildJob.Merge) job.work();
      merged =
          work.merge(
              merge.regions(),
              merge.start().toByteArray(),
              merge.stop().toByteArray(),
              attempt,
              done);
      requireBuild(folder, job);
      return merged
          .map(file -> new BuildJob.Result(file.entries(), Optional.of(attempt.getName())))
          .orElseGet(() -> new BuildJob.Result(0, Optional.empty()));
    } finally {
      if (merged.isEmpty() || !folder.isPlanned()) {
        clean(job, folder, attempt);
      }
    }
  }

  /**
   * Whether a path is the folder of a build that was begun and has not ended.
   *
   * @param path qualified
   */
  public static boolean isFolder(FileSystem fs, Path path, BuildId id) throws IOException {
    return WorkFolder.isOfBuild(fs, path, id);
  }

  private long read(
      BuildJob.Read read, FileWork work, WorkFolder folder, Path attempt, LongAdder rows)
      throws IOException {
    SnapshotFiles snapshot =
        SnapshotFiles.restored(
            conf, fs, folder.attempt(read.restored()), read.table(), read.region());
    return work.read(snapshot, read.region().getEncodedName(), attempt, rows);
  }

  /** A build's folder is deleted when it ends; nothing must come back into it. */
  private static void requireBuild(WorkFolder folder, BuildJob job) throws IOException {
    if (!folder.isPlanned()) {
      throw new FileNotFoundException("%s has ended".formatted(job.target().id()));
    }
  }

  /** Deletes what only this job has written; the build's folder only if nothing else is in it. */
  private static void clean(BuildJob job, WorkFolder folder, Path attempt) {
    boolean interrupted = Thread.interrupted(); // a cancelled job cleans up, too
    try {
      folder.deleteAttempt(attempt);
    } catch (IOException e) {
      LOG.warn("{}: {} stays until its build ends", job.id(), attempt, e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
