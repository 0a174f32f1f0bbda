// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.common.RetriedDeletions;
import io.lighter.common.Uninterrupted;
import io.lighter.regionserver.output.PendingOutput;
import io.lighter.regionserver.output.PendingOutputs;
import io.lighter.regionserver.output.RegionFence;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs HBase's commits of one store's files, and deletes the pending output files of a commit that
 * fails.
 *
 * <p>HBase moves new files to the store's folder one by one and opens each. If one cannot be
 * committed, HBase deletes the moved ones once, without a fence. A file that stays is data for the
 * next owner of the region. This class makes HBase commit one pending output file at a time, so
 * HBase has none to delete. After a failed commit each file is deleted, with retries until HDFS has
 * done so, if the region is still open here ({@link RegionFence}) and the store does not use the
 * file. The last output file is deleted first, since it lists the input files. Without that file,
 * the others are copies of cells that the input files have.
 *
 * <p>Thread-safe.
 */
final class UncommittedOutputs {
  private static final Logger LOG = LoggerFactory.getLogger(UncommittedOutputs.class);

  private final HStore store;
  private final RetriedDeletions deletions;

  private final PendingOutputs pending;

  UncommittedOutputs(HStore store, RetriedDeletions deletions, PendingOutputs pending) {
    this.store = store;
    this.deletions = deletions;
    this.pending = pending;
  }

  /**
   * Runs HBase's commit of a flush, a compaction or a bulk load. A commit of a pending output
   * ignores an earlier interrupt, and its fence is removed at the end.
   *
   * @throws IOException from HBase; the files of a pending output are then deleted, now or later
   */
  List<HStoreFile> commit(List<Path> files, StoreOffload.Commit hbaseCommit) throws IOException {
    Optional<PendingOutput> found =
        files.stream().map(Path::getName).map(pending::find).flatMap(Optional::stream).findFirst();
    return found.isEmpty() ? hbaseCommit.run(files) : commit(found.get(), files, hbaseCommit);
  }

  private List<HStoreFile> commit(
      PendingOutput output, List<Path> files, StoreOffload.Commit hbaseCommit) throws IOException {
    List<HStoreFile> storeFiles = new ArrayList<>();
    boolean committed = false;
    try {
      for (Path file : files) {
        storeFiles.addAll(Uninterrupted.call(() -> hbaseCommit.run(List.of(file))));
      }
      committed = true;
      return storeFiles;
    } finally {
      if (committed) {
        pending.committed(output);
        remove(output.fence());
      } else {
        pending.remove(output);
        storeFiles.forEach(UncommittedOutputs::close);
        takeBack(ours(output, files), output.fence());
      }
    }
  }

  private static List<Path> ours(PendingOutput output, List<Path> files) {
    return files.stream().filter(file -> output.files().contains(file.getName())).toList();
  }

  /** Deletes the fence of a compaction, now or later. */
  void remove(RegionFence fence) {
    Uninterrupted.call(
        () -> {
          deletions.delete(fence + " of " + store, fence::remove);
          return null;
        });
  }

  private static void close(HStoreFile file) {
    try {
      file.closeStoreFile(true);
    } catch (IOException e) {
      LOG.warn("cannot close uncommitted file: file={}", file.getPath(), e);
    }
  }

  private void takeBack(List<Path> files, RegionFence fence) {
    Path folder = store.getRegionFileSystem().getStoreDir(store.getColumnFamilyName());
    FileSystem fs = store.getFileSystem();
    WeakReference<HStore> owner = new WeakReference<>(store); // lets a closed store be collected
    Uninterrupted.call(
        () -> {
          deletions.delete(
              files + " of " + store,
              "they are data when HBase opens the region",
              () -> {
                for (int i = files.size() - 1; i >= 0; i--) {
                  takeBack(owner.get(), fs, folder, files.get(i), fence);
                }
                fence.remove();
              });
          return null;
        });
  }

  /**
   * Deletes one output.
   *
   * @param store null if the store is closed, so that its files are unused
   * @throws IOException if the file is still in the folder of a region that is here
   */
  private static void takeBack(
      HStore store, FileSystem fs, Path folder, Path file, RegionFence fence) throws IOException {
    if (!folder.equals(file.getParent())) { // equal if written in place, with a list
      fs.delete(file, false);
    }
    Path moved = new Path(folder, file.getName());
    if (store != null && isUsed(store, file.getName())) {
      return;
    }
    if (fence.takeBack(moved)) {
      LOG.info("uncommitted file deleted: file={}", moved);
    } else if (fence.stands() && fs.exists(moved)) {
      throw new IOException("cannot move " + moved + " to " + fence);
    }
  }

  private static boolean isUsed(HStore store, String name) {
    return Stream.of(store.getStorefiles(), store.getCompactedFiles())
        .filter(Objects::nonNull)
        .flatMap(Collection::stream)
        .anyMatch(file -> file.getPath().getName().equals(name));
  }
}
