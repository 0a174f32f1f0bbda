// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.common.CompactionJobId;
import io.lighter.common.JobFolder;
import io.lighter.common.JobRecord;
import io.lighter.common.RetriedDeletions;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.regionserver.offload.AdoptionConditions.StoredFile;
import io.lighter.regionserver.output.RegionFence;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jobs that earlier owners of one store have left, and that still may run.
 *
 * <ol>
 *   <li>When the store opens, {@link #find} reads the records of the jobs, after the fences of
 *       earlier owners are gone. From then on no earlier owner takes an output over. Each job gets
 *       a fence of this owner at once: a compaction that begins later, after a long pause of this
 *       region server, must not raise one. The fence is outside of {@code .tmp}, since HBase
 *       empties {@code .tmp} in the same opening.
 *   <li>HBase asks whether the store needs a compaction. It does while there is such a job.
 *   <li>HBase's selection asks for such a job first ({@link #select}), whose inputs then count as
 *       compacting. Up to then, a compaction could select them only through this class.
 *   <li>The compaction waits for the job instead of submitting one. If the job is lost, an ordinary
 *       job with the same inputs follows.
 * </ol>
 *
 * <p>A job that does not meet the conditions ({@link AdoptionConditions}) is dropped: its folder is
 * deleted, which ends the job. Thread-safe.
 */
final class LeftJobs {
  private static final Logger LOG = LoggerFactory.getLogger(StoreOffload.class);

  private static final String OTHERWISE = "the region's next owner deletes it";

  private final HStore store;
  private final Duration grace;
  private final RetriedDeletions deletions;
  private final OffloadMetrics metrics;
  private final LongSupplier nanoTime;

  /** The jobs that wait for a compaction; guarded by this. */
  private final Deque<Left> waiting = new ArrayDeque<>();

  /** Monotonic time of {@link #find}; guarded by this. */
  private long foundNanos;

  /** A job, and the fence of its take-over. */
  private record Left(SubmitRequest request, RegionFence fence) {}

  /**
   * @param grace time after the opening in which jobs are adopted; zero: all are dropped
   * @param nanoTime monotonic clock
   */
  LeftJobs(
      HStore store,
      Duration grace,
      RetriedDeletions deletions,
      OffloadMetrics metrics,
      LongSupplier nanoTime) {
    this.store = store;
    this.grace = grace;
    this.deletions = deletions;
    this.metrics = metrics;
    this.nanoTime = nanoTime;
  }

  /**
   * Finds the jobs that earlier owners have left, and drops those whose settings do not fit. Called
   * once, by the store's owner, before the store's first use. A failure is logged: the jobs then
   * end after their grace.
   *
   * @param files the store's files
   * @param own makes the request that this owner would submit for the files
   */
  void find(Collection<HStoreFile> files, Supplier<SubmitRequest> own) {
    FileSystem fs = store.getFileSystem();
    Path region = store.getRegionFileSystem().getRegionDir();
    try {
      for (JobRecord record : JobRecord.find(fs, region)) {
        Optional<SubmitRequest> left = record.request();
        if (left.isPresent() && !isOfThisStore(left.get())) {
          continue;
        }
        Optional<DropReason> reason =
            grace.isZero()
                ? Optional.of(DropReason.LOCAL)
                : left.map(request -> AdoptionConditions.ofRequest(request, own.get()))
                    .orElse(Optional.of(DropReason.RECORD));
        if (reason.isPresent()) {
          dropNow(record.folder(), reason.get());
        } else {
          Path fences = JobFolder.fences(region, store.getColumnFamilyName());
          add(new Left(left.get(), RegionFence.raise(fs, fences)));
          LOG.info(
              "job of an earlier owner: {} {}", record.folder().job(), LocalRunner.describe(store));
        }
      }
      dropJobsOfParents(files);
    } catch (IOException e) {
      LOG.warn("cannot look for jobs of earlier owners: {}", LocalRunner.describe(store), e);
    }
  }

  private boolean isOfThisStore(SubmitRequest left) {
    return Bytes.equals(
        left.getFamily().toByteArray(), store.getColumnFamilyDescriptor().getName());
  }

  private synchronized void add(Left left) {
    foundNanos = nanoTime.getAsLong();
    waiting.add(left);
  }

  /** The parents of a split or a merge are closed for good. */
  private void dropJobsOfParents(Collection<HStoreFile> files) throws IOException {
    Set<Path> parents = new HashSet<>();
    for (HStoreFile file : files) {
      if (StoreFileInfo.isReference(file.getPath())) {
        Path family = StoreFileInfo.getReferredToFile(file.getPath()).getParent();
        parents.add(family.getParent());
      }
    }
    for (Path parent : parents) {
      for (JobRecord record : JobRecord.find(store.getFileSystem(), parent)) {
        dropNow(record.folder(), DropReason.PARENT);
      }
    }
  }

  /** Whether a job waits for a compaction of the store. */
  synchronized boolean isEmpty() {
    return waiting.isEmpty();
  }

  /**
   * Returns the selection of a compaction that adopts a job; empty if there is none. Called by
   * HBase's selection, under its locks: reads no file.
   *
   * @param compacting files that compactions have selected
   * @param needsMajor whether a major compaction was requested
   */
  Optional<AdoptedRequest> select(Collection<HStoreFile> compacting, boolean needsMajor) {
    for (Left next = poll(); next != null; next = poll()) {
      SubmitRequest left = next.request();
      Collection<HStoreFile> files = store.getStorefiles();
      Optional<DropReason> reason =
          isExpired()
              ? Optional.of(DropReason.EXPIRED)
              : AdoptionConditions.ofStore(
                  left, describe(files, compacting), store.getSmallestReadPoint(), needsMajor);
      if (reason.isEmpty()) {
        return Optional.of(new AdoptedRequest(inputs(left, files), left, next.fence()));
      }
      drop(left, reason.get());
      deletions.deleteSoon(next.fence() + " of " + store, OTHERWISE, next.fence()::remove);
    }
    return Optional.empty();
  }

  private synchronized Left poll() {
    return waiting.poll();
  }

  private synchronized boolean isExpired() {
    return nanoTime.getAsLong() - foundNanos > grace.toNanos();
  }

  private static List<StoredFile> describe(
      Collection<HStoreFile> files, Collection<HStoreFile> compacting) {
    return files.stream()
        .map(
            file ->
                new StoredFile(
                    file.getPath().getName(),
                    file.getReader().length(),
                    file.getMaxSequenceId(),
                    file.getMaxMemStoreTS(),
                    compacting.contains(file)))
        .toList();
  }

  private static List<HStoreFile> inputs(SubmitRequest left, Collection<HStoreFile> files) {
    Set<String> names = new HashSet<>();
    left.getInputList().forEach(input -> names.add(input.getName()));
    return files.stream().filter(file -> names.contains(file.getPath().getName())).toList();
  }

  /** Gives a job up that cannot be adopted; another thread deletes its folder. */
  void drop(SubmitRequest left, DropReason reason) {
    Path jobs = JobFolder.outliving(store.getRegionFileSystem().getRegionDir());
    JobFolder folder = new JobFolder(jobs, new CompactionJobId(left.getJobId()));
    FileSystem fs = store.getFileSystem(); // retries must not keep a closed store in memory
    count(folder, reason);
    deletions.deleteSoon(folder + " of " + store, OTHERWISE, () -> folder.delete(fs));
  }

  private void dropNow(JobFolder folder, DropReason reason) {
    FileSystem fs = store.getFileSystem(); // as above
    count(folder, reason);
    deletions.delete(folder + " of " + store, OTHERWISE, () -> folder.delete(fs));
  }

  private void count(JobFolder folder, DropReason reason) {
    metrics.adoptionDropped(reason);
    LOG.info(
        "job not adopted: {} {} reason={}",
        folder.job(),
        LocalRunner.describe(store),
        reason.tag());
  }
}
