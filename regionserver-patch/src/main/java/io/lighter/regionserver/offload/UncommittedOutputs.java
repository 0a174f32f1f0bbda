// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.common.OutputPlace;
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
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs HBase's commits of one store's files, and deletes the files of a commit that fails: a
 * pending output, or several files of a flush or a local compaction.
 *
 * <p>HBase moves new files to the store's folder one by one and opens each. If one cannot be
 * committed, HBase deletes the ones before it once, without a fence. The file that HBase could not
 * open stays. If that file is the last of several, it lists the inputs, or has the sequence id of
 * the flush: the cells of the deleted files are lost when a region server opens the region.
 *
 * <p>This class makes HBase commit one file at a time, so HBase has none to delete. After a failed
 * commit each file is deleted, with retries until HDFS has done so, if the region is still open
 * here ({@link RegionFence}) and the store does not use the file. The last file is deleted first.
 * Without that file, the others are copies of cells that the inputs or the log have.
 *
 * <p>Where jobs write into the family's folder, the fence is not needed for that. The tracker keeps
 * a list, and a file of a failed commit is on none, also if the region is elsewhere. Such a file is
 * deleted without a rename.
 *
 * <p>A commit of one file that is not a pending output is HBase's own. Thread-safe.
 */
final class UncommittedOutputs {
  private static final Logger LOG = LoggerFactory.getLogger(UncommittedOutputs.class);

  private final HStore store;
  private final RetriedDeletions deletions;

  private final PendingOutputs pending;
  private final OutputPlace place;

  /**
   * @param place where jobs of the store write, or would write
   */
  UncommittedOutputs(
      HStore store, RetriedDeletions deletions, PendingOutputs pending, OutputPlace place) {
    this.store = store;
    this.deletions = deletions;
    this.pending = pending;
    this.place = place;
  }

  /**
   * Runs HBase's commit of a flush, a compaction or a bulk load. A commit of a pending output or of
   * several files ignores an earlier interrupt, and its fence is removed at the end.
   *
   * @throws IOException from HBase, or if HDFS does not create the fence of several files. The
   *     files of a pending output, and several files, are then deleted, now or later
   */
  List<HStoreFile> commit(List<Path> files, StoreOffload.Commit hbaseCommit) throws IOException {
    Optional<PendingOutput> found =
        files.stream().map(Path::getName).map(pending::find).flatMap(Optional::stream).findFirst();
    if (found.isPresent()) {
      return commit(found.get(), files, hbaseCommit);
    }
    return files.size() < 2 ? hbaseCommit.run(files) : commit(fenced(files), files, hbaseCommit);
  }

  private PendingOutput fenced(List<Path> files) throws IOException {
    RegionFence fence =
        Uninterrupted.call(
            () ->
                RegionFence.raise(store.getFileSystem(), store.getRegionFileSystem().getTempDir()));
    Set<String> names = files.stream().map(Path::getName).collect(Collectors.toSet());
    return new PendingOutput(names, fence, Optional.empty());
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
    OutputPlace writtenTo = place; // retries must not keep a closed store in memory
    WeakReference<HStore> owner = new WeakReference<>(store); // lets a closed store be collected
    Uninterrupted.call(
        () -> {
          deletions.delete(
              files + " of " + store,
              "they are data when HBase opens the region",
              () -> {
                for (int i = files.size() - 1; i >= 0; i--) {
                  takeBack(owner.get(), fs, folder, files.get(i), fence, writtenTo);
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
      HStore store, FileSystem fs, Path folder, Path file, RegionFence fence, OutputPlace place)
      throws IOException {
    if (!folder.equals(file.getParent())) { // equal if written in place, with a list
      fs.delete(file, false);
    }
    Path moved = new Path(folder, file.getName());
    if (store != null && isUsed(store, file.getName())) {
      return;
    }
    if (place == OutputPlace.FAMILY_FOLDER) {
      fs.delete(moved, false);
      LOG.info("uncommitted file deleted: file={}", moved);
    } else if (fence.takeBack(moved)) {
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
