package io.lighter.regionserver.warmup;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileHolds;

/**
 * Files with a reference on each, which is given back once, whoever is first: who reads them, or
 * the store that closes. A file that is still referenced then is not archived, though a compaction
 * has replaced it, and a split or merge would take it for one of the region's.
 *
 * <p>Of a table with replicas, what is compacted meanwhile is held as well, down to the last delete
 * marker: without it, a secondary one that looks into the store's folder, and whose region server
 * is not of this version, sees what it had deleted. Nobody else looks there. Thread-safe.
 */
public final class HeldFiles {
  private final List<HStoreFile> files;

  /** Compacted since. Guarded by this. */
  private final List<HStoreFile> compacted = new ArrayList<>();

  /** Guarded by this. */
  private boolean released;

  /** Ends the report of {@link #report}; does nothing before that. Guarded by this. */
  private Runnable reportEnd = () -> {};

  /** Guarded by this. */
  private boolean reported;

  /** Holds {@code files}; under the store's lock, so that none of them is being closed. */
  HeldFiles(List<HStoreFile> files) {
    this.files = List.copyOf(files);
    StoreFileHolds.hold(this.files);
  }

  public List<HStoreFile> files() {
    return files;
  }

  /** Under the store's write lock: none of them can have been archived. */
  synchronized void compacted(Collection<HStoreFile> inputs) {
    if (!released) {
      StoreFileHolds.hold(inputs);
      compacted.addAll(inputs);
    }
  }

  /**
   * HBase reports a compaction as running until the release, if it took any of these files. Under
   * the store's write lock.
   *
   * @param inputs of the compaction
   * @param begin begins the report, and returns what ends it
   */
  synchronized void report(Collection<HStoreFile> inputs, Supplier<Runnable> begin) {
    if (!released && !reported && inputs.stream().anyMatch(this::holds)) {
      reportEnd = begin.get();
      reported = true;
    }
  }

  private synchronized boolean holds(HStoreFile file) {
    return files.contains(file) || compacted.contains(file);
  }

  synchronized boolean isReleased() {
    return released;
  }

  public synchronized void release() {
    if (!released) {
      released = true;
      StoreFileHolds.release(files);
      StoreFileHolds.release(compacted);
      reportEnd.run();
    }
  }
}
