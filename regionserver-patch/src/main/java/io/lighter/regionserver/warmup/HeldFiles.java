package io.lighter.regionserver.warmup;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileHolds;

/**
 * Files with a reference on each, which is given back once, whoever is first: who reads them, or
 * the store that closes. A file that is still referenced then is not archived, though a compaction
 * has replaced it, and a split or merge would take it for one of the region's. Thread-safe.
 */
final class HeldFiles {
  private final List<HStoreFile> files;
  private final AtomicBoolean released = new AtomicBoolean();

  /** Holds {@code files}; under the store's lock, so that none of them is being closed. */
  HeldFiles(List<HStoreFile> files) {
    this.files = List.copyOf(files);
    StoreFileHolds.hold(this.files);
  }

  List<HStoreFile> files() {
    return files;
  }

  void release() {
    if (released.compareAndSet(false, true)) {
      StoreFileHolds.release(files);
    }
  }
}
