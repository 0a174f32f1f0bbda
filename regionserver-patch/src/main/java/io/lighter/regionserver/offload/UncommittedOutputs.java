package io.lighter.regionserver.offload;

import io.lighter.common.Leftovers;
import io.lighter.common.Uninterrupted;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks outputs of a store's compactions from the end of the compaction to the end of HBase's
 * commit.
 *
 * <p>HBase moves them to the store's folder one by one and opens each. When one of them cannot be
 * committed, HBase deletes the moved ones once, without a fence. A file that stays is data for the
 * next region server that opens the region. Here HBase commits one file at a time, and so has none
 * to delete. After a failed commit each output is deleted where it is, until HDFS has done so, if
 * the region is still open here ({@link RegionFence}) and the store does not use the file. The last
 * output is deleted first, since it lists the inputs: without it, the others are copies of cells
 * that the inputs have.
 *
 * <p>Thread-safe.
 */
final class UncommittedOutputs {
  private static final Logger LOG = LoggerFactory.getLogger(UncommittedOutputs.class);

  private final HStore store;
  private final Leftovers leftovers;

  /** Fences by name of the output. */
  private final Map<String, RegionFence> fences = new ConcurrentHashMap<>();

  UncommittedOutputs(HStore store, Leftovers leftovers) {
    this.store = store;
    this.leftovers = leftovers;
  }

  /**
   * Notes files that HBase is about to commit. The fence is removed at the end of the commit.
   *
   * @param files at least one
   * @param fence fence that was made before the first file
   */
  void add(List<Path> files, RegionFence fence) {
    files.forEach(file -> fences.put(file.getName(), fence));
  }

  /**
   * Runs HBase's commit of a flush, a compaction or a bulk load. A commit of outputs that are known
   * here ignores an earlier interrupt.
   *
   * @throws IOException from HBase; outputs that are known here are then deleted, now or later
   */
  List<HStoreFile> commit(List<Path> files, StoreOffload.Commit hbases) throws IOException {
    List<Path> ours = files.stream().filter(file -> fences.containsKey(file.getName())).toList();
    if (ours.isEmpty()) {
      return hbases.run(files);
    }
    List<HStoreFile> storeFiles = new ArrayList<>();
    boolean committed = false;
    try {
      for (Path file : files) {
        storeFiles.addAll(Uninterrupted.call(() -> hbases.run(List.of(file))));
      }
      committed = true;
      return storeFiles;
    } finally {
      RegionFence fence = fences.get(ours.get(0).getName());
      ours.forEach(file -> fences.remove(file.getName()));
      if (committed) {
        remove(fence);
      } else {
        storeFiles.forEach(UncommittedOutputs::close);
        takeBack(ours, fence);
      }
    }
  }

  /** Deletes the fence of a compaction, now or later. */
  void remove(RegionFence fence) {
    Uninterrupted.call(
        () -> {
          leftovers.delete(fence + " of " + store, fence::remove);
          return null;
        });
  }

  private static void close(HStoreFile file) {
    try {
      file.closeStoreFile(true);
    } catch (IOException e) {
      LOG.warn("cannot close {}, which could not be committed", file.getPath(), e);
    }
  }

  private void takeBack(List<Path> files, RegionFence fence) {
    Path folder = store.getRegionFileSystem().getStoreDir(store.getColumnFamilyName());
    FileSystem fs = store.getFileSystem();
    WeakReference<HStore> owner = new WeakReference<>(store); // lets a closed store be collected
    Uninterrupted.call(
        () -> {
          leftovers.delete(
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
   * @param store null: nobody uses its files any more
   * @throws IOException if the file is still in the folder of a region that is here
   */
  private static void takeBack(
      HStore store, FileSystem fs, Path folder, Path file, RegionFence fence) throws IOException {
    if (!folder.equals(file.getParent())) { // equal: written in place, on a list
      fs.delete(file, false);
    }
    Path moved = new Path(folder, file.getName());
    if (store != null && isUsed(store, file.getName())) {
      return;
    }
    if (fence.takeBack(moved)) {
      LOG.info("deleted {}, which could not be committed", moved);
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
