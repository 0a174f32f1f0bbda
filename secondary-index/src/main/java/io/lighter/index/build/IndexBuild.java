// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.index.admin.BuildListener;
import io.lighter.index.admin.BuildProgress;
import io.lighter.index.admin.BuildStep;
import io.lighter.index.admin.IndexBuilder;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills an index table from the regions of a snapshot, in three steps that may be repeated:
 *
 * <ol>
 *   <li>{@link BuildStep#READ}: write the run of each region. A run that is there is kept.
 *   <li>{@link BuildStep#MERGE}: merge the runs for each region of the index table, and compare the
 *       number of entries.
 *   <li>{@link BuildStep#LOAD}: load the merged files. Entries that are loaded twice are the same
 *       cells. If it fails, maybe with some files loaded, both steps are done again.
 * </ol>
 *
 * Confined to a thread; jobs run in threads of their own, which end before {@link #run} does.
 */
final class IndexBuild {
  private static final Logger LOG = LoggerFactory.getLogger(IndexBuild.class);

  /** A region server that dies during a load may have taken files with it. */
  private static final int LOADS = 3;

  private final IndexBuilder.Target target;
  private final BuildJobs jobs;
  private final IndexSide index;
  private final int parallel;
  private final BuildListener listener;

  /**
   * Creates a build.
   *
   * @param parallel most jobs at a time
   */
  IndexBuild(
      IndexBuilder.Target target,
      BuildJobs jobs,
      IndexSide index,
      int parallel,
      BuildListener listener) {
    this.target = target;
    this.jobs = jobs;
    this.index = index;
    this.parallel = parallel;
    this.listener = listener;
  }

  /** Runs all steps. */
  void run() throws IOException {
    ExecutorService pool =
        Executors.newFixedThreadPool(
            parallel,
            new ThreadFactoryBuilder().setNameFormat(target.id() + "-%d").setDaemon(true).build());
    try {
      long entries = read(pool);
      for (int attempt = 1; !mergeAndLoad(pool, entries, attempt); attempt++) {
        LOG.info("{}: merges and loads again", target.id());
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private long read(ExecutorService pool) throws IOException {
    List<Callable<Long>> reads = new ArrayList<>();
    for (String region : jobs.regions()) {
      reads.add(() -> jobs.read(region));
    }
    long[] entries = {0};
    all(pool, BuildStep.READ, reads, count -> entries[0] += count, () -> entries[0]);
    LOG.info("{}: {} entries of {} regions", target.id(), entries[0], reads.size());
    listener.ended(BuildStep.READ);
    return entries[0];
  }

  /** Returns whether the files are loaded. */
  private boolean mergeAndLoad(ExecutorService pool, long entries, int attempt) throws IOException {
    List<BuildJobs.MergedFile> files = merge(pool, entries);
    listener.progress(
        new BuildProgress(target.id().value(), BuildStep.LOAD, 0, files.size(), entries));
    try {
      index.load(files.stream().map(BuildJobs.MergedFile::path).toList());
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      if (attempt == LOADS) {
        throw e;
      }
      LOG.warn("{}: load {} of {} failed", target.id(), attempt, files.size(), e);
      return false;
    }
    listener.ended(BuildStep.LOAD);
    return true;
  }

  private List<BuildJobs.MergedFile> merge(ExecutorService pool, long entries) throws IOException {
    List<byte[]> starts = index.starts();
    List<Callable<Optional<BuildJobs.MergedFile>>> merges = new ArrayList<>();
    for (int i = 0; i < starts.size(); i++) {
      byte[] start = starts.get(i);
      byte[] stop = i + 1 < starts.size() ? starts.get(i + 1) : HConstants.EMPTY_END_ROW;
      merges.add(() -> jobs.merge(start, stop));
    }
    List<BuildJobs.MergedFile> files = new ArrayList<>();
    all(
        pool,
        BuildStep.MERGE,
        merges,
        file -> file.ifPresent(files::add),
        () -> files.stream().mapToLong(BuildJobs.MergedFile::entries).sum());
    long merged = files.stream().mapToLong(BuildJobs.MergedFile::entries).sum();
    if (merged != entries) {
      throw new IOException(
          "%s: %d entries in runs and %d in merged files; drop the index and create it again"
              .formatted(target.id(), entries, merged));
    }
    listener.ended(BuildStep.MERGE);
    return files;
  }

  /** Takes what a job has returned. */
  private interface Taker<T> {
    void take(T result);
  }

  /** Counts the entries of the jobs that are done. */
  private interface Counter {
    long entries();
  }

  private <T> void all(
      ExecutorService pool,
      BuildStep step,
      List<Callable<T>> parts,
      Taker<T> taker,
      Counter counter)
      throws IOException {
    CompletionService<T> completed = new ExecutorCompletionService<>(pool);
    List<Future<T>> submitted = new ArrayList<>();
    parts.forEach(part -> submitted.add(completed.submit(part)));
    try {
      for (int done = 0; done < parts.size(); done++) {
        progress(step, done, parts.size(), counter.entries());
        taker.take(completed.take().get());
      }
      progress(step, parts.size(), parts.size(), counter.entries());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted: " + target.id()).initCause(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IOException("%s: cannot %s".formatted(target.id(), step.what()), e.getCause());
    } finally {
      submitted.forEach(each -> each.cancel(true));
    }
  }

  private void progress(BuildStep step, int done, int all, long entries) {
    listener.progress(new BuildProgress(target.id().value(), step, done, all, entries));
  }
}
