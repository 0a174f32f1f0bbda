package io.lighter.regionserver;

import io.lighter.common.Leftovers;
import io.lighter.common.Uninterrupted;
import java.io.IOException;
import java.io.UncheckedIOException;
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
 * Outputs of a store's compactions from the end of the compaction to the end of HBase's commit.
 *
 * <p>HBase moves them to the store's folder one by one and opens each. When one of them cannot be
 * opened, HBase deletes those that it has moved, once, whoever has the region by then. What stays
 * is data for the next region server that opens the region. Here the engine keeps HBase from that
 * ({@link #opening}); after a failed commit each output is deleted where it is, until HDFS has done
 * so, if the region is still open here ({@link RegionFence}) and the store does not use the file.
 *
 * <p>Thread-safe.
 */
final class UncommittedOutputs {
  private static final Logger LOG = LoggerFactory.getLogger(UncommittedOutputs.class);

  private final HStore store;
  private final Leftovers leftovers;

  /** By name of the output. */
  private final Map<String, RegionFence> fences = new ConcurrentHashMap<>();

  /** What a commit of these outputs has opened on this thread; null: none goes on. */
  private static final ThreadLocal<List<HStoreFile>> OPENED = new ThreadLocal<>();

  UncommittedOutputs(HStore store, Leftovers leftovers) {
    this.store = store;
    this.leftovers = leftovers;
  }

  /**
   * HBase shall commit these files; the fence is removed with the end of the commit.
   *
   * @param files at least one
   * @param fence made before the first of them
   */
  void add(List<Path> files, RegionFence fence) {
    files.forEach(file -> fences.put(file.getName(), fence));
  }

  /**
   * Runs HBase's commit of a flush, a compaction or a bulk load. An interrupt from before does not
   * reach the commit of outputs that are known here.
   *
   * @throws IOException HBase's; then outputs that are known here are or will be deleted
   */
  List<HStoreFile> commit(List<Path> files, StoreOffload.Commit hbases) throws IOException {
    List<Path> ours = files.stream().filter(file -> fences.containsKey(file.getName())).toList();
    if (ours.isEmpty()) {
      return hbases.run();
    }
    List<HStoreFile> inCommit = new ArrayList<>();
    OPENED.set(inCommit);
    boolean committed = false;
    try {
      List<HStoreFile> storeFiles = Uninterrupted.call(hbases::run);
      committed = true;
      return storeFiles;
    } catch (UncheckedIOException e) { // of opening()
      throw new IOException("cannot commit " + ours + ": " + e.getMessage(), e.getCause());
    } finally {
      OPENED.remove();
      RegionFence fence = fences.get(ours.get(0).getName());
      ours.forEach(file -> fences.remove(file.getName()));
      if (committed) {
        remove(fence);
      } else {
        inCommit.forEach(UncommittedOutputs::close);
        takeBack(ours, fence);
      }
    }
  }

  /**
   * Opens a store file. A failure that would make HBase delete what it has moved is an unchecked
   * one, which HBase passes on ({@code StoreEngine.commitStoreFiles}).
   *
   * @throws UncheckedIOException in a commit of outputs that are known here
   * @throws IOException elsewhere
   */
  HStoreFile opening(StoreOffload.Opening opening) throws IOException {
    List<HStoreFile> inCommit = OPENED.get();
    if (inCommit == null) {
      return opening.run();
    }
    try {
      HStoreFile file = opening.run();
      inCommit.add(file);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
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
    WeakReference<HStore> owner = new WeakReference<>(store); // a retry keeps no closed store
    Uninterrupted.call(
        () -> {
          leftovers.delete(
              files + " of " + store,
              "they are data when HBase opens the region",
              () -> {
                for (Path file : files) {
                  takeBack(owner.get(), fs, folder, file, fence);
                }
                fence.remove();
              });
          return null;
        });
  }

  /**
   * @param store null: nobody uses its files any more
   */
  private static void takeBack(
      HStore store, FileSystem fs, Path folder, Path file, RegionFence fence) throws IOException {
    if (!folder.equals(file.getParent())) { // else HBase wrote it in place, and a list says so
      fs.delete(file, false);
    }
    Path moved = new Path(folder, file.getName());
    if ((store == null || !isUsed(store, file.getName())) && fence.takeBack(moved)) {
      LOG.info("deleted {}, which could not be committed", moved);
    }
  }

  private static boolean isUsed(HStore store, String name) {
    return Stream.of(store.getStorefiles(), store.getCompactedFiles())
        .filter(Objects::nonNull)
        .flatMap(Collection::stream)
        .anyMatch(file -> file.getPath().getName().equals(name));
  }
}
