// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import io.lighter.common.PrestartedThreads;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that run jobs and delete unwanted folders: all I/O for {@link JobScheduler}, without
 * its lock. Immutable and thread-safe.
 */
final class JobWorkers implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(JobWorkers.class);
  private static final long CLOSE_SECONDS = 10;

  private final CompactionRunner runner;
  private final JobFolders folders;
  private final BiPredicate<Job, List<OutputFile>> complete;
  private final BiConsumer<Job, JobFailure> release;
  private final ExecutorService workers;
  private final ExecutorService cleaner;

  /**
   * Starts the threads.
   *
   * @param complete completes a job with its outputs; false if the job was given up in the
   *     meantime, so that its folder has to be deleted. Called on the job's worker
   * @param release releases a job's thread and memory after its worker has stopped and deleted any
   *     unwanted output. Called on the job's worker, once
   */
  JobWorkers(
      JobScheduler.Limits limits,
      CompactionRunner runner,
      JobFolders folders,
      BiPredicate<Job, List<OutputFile>> complete,
      BiConsumer<Job, JobFailure> release) {
    this.runner = runner;
    this.folders = folders;
    this.complete = complete;
    this.release = release;
    int threads = RunningJobs.workers(limits.threads(), limits.maxPause().toMillis());
    this.workers = PrestartedThreads.start(threads, threadsNamed("lighter-compaction-%d"));
    this.cleaner = PrestartedThreads.start(1, threadsNamed("lighter-cleaner-%d"));
  }

  /** Runs a job on a worker. */
  void start(Job job) {
    workers.execute(() -> work(job));
  }

  /** Deletes what a completed job wrote. Called under the scheduler's lock. */
  void deleteOutput(Job job) {
    List<String> outputs = names(job.outputs());
    cleaner.execute(() -> folders.delete(job.spec(), outputs));
  }

  private static List<String> names(List<OutputFile> outputs) {
    return outputs.stream().map(OutputFile::getName).toList();
  }

  /**
   * Waits some seconds until the workers of cancelled jobs have stopped and all unwanted folders
   * are deleted.
   */
  @Override
  public void close() {
    workers.shutdown();
    cleaner.shutdown();
    try {
      if (!workers.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)
          || !cleaner.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn(
            "jobs still run after close, HBase removes their output, waitedS={}", CLOSE_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void work(Job job) {
    boolean retained = false;
    List<OutputFile> outputs = List.of();
    JobFailure failure = JobFailure.NONE;
    try {
      LOG.info("{} starts: {}", job.id(), job.spec().subject());
      job.control().attach();
      outputs = runner.run(job);
      job.control().detach();
      retained = complete.test(job, outputs);
    } catch (IOException | RuntimeException e) {
      failure = JobFailure.of(e);
      logEnd(job, e, failure.message());
    } catch (Error e) { // such as a lack of memory; keeps the thread for the next job
      failure = JobFailure.of(e);
      LOG.error("{} failed", job.id(), e);
    } finally {
      job.control().detach();
      try {
        if (!retained) {
          folders.delete(job.spec(), names(outputs));
        }
      } finally { // otherwise the job's thread and memory would be lost
        release.accept(job, failure);
      }
    }
  }

  private static void logEnd(Job job, Exception e, String failure) {
    if (job.control().cancelled()) {
      LOG.info("{} stopped: {}", job.id(), failure);
    } else {
      LOG.warn("{} failed: {}", job.id(), job.spec().subject(), e);
    }
  }

  private static ThreadFactory threadsNamed(String format) {
    return new ThreadFactoryBuilder().setNameFormat(format).setDaemon(true).build();
  }
}
