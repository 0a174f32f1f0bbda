// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileReferences;

/**
 * Pinned files, with one reference on each. The references are released once, by the reader of the
 * files or by the closing store. A compacted file that is still referenced is not archived, and a
 * split or merge would take it for data.
 *
 * <p>For a table with replicas, files that are compacted meanwhile are pinned as well, down to the
 * last delete marker. Without the marker, a secondary replica of another version that reads the
 * store's folder sees deleted cells. No other process reads that folder. Thread-safe.
 */
public final class PinnedFiles {
  private final List<HStoreFile> files;

  /** Files compacted since. Guarded by this. */
  private final List<HStoreFile> compacted = new ArrayList<>();

  /** Whether the references were released. Guarded by this. */
  private boolean released;

  /** Ends the report of {@link #report}; does nothing before that. Guarded by this. */
  private Runnable reportEnd = () -> {};

  /** Whether a report has begun. Guarded by this. */
  private boolean reported;

  private PinnedFiles(List<HStoreFile> files, boolean released) {
    this.files = List.copyOf(files);
    this.released = released;
  }

  /** Pins {@code files}, under the store's lock, so that no file is being closed. */
  static PinnedFiles of(List<HStoreFile> files) {
    PinnedFiles pinned = new PinnedFiles(files, false);
    StoreFileReferences.acquire(pinned.files);
    return pinned;
  }

  /** Returns files without references: HBase may close and archive each of them at any time. */
  static PinnedFiles none(List<HStoreFile> files) {
    return new PinnedFiles(files, true);
  }

  public List<HStoreFile> files() {
    return files;
  }

  /** Pins further inputs, under the store's write lock, so that no input is archived yet. */
  synchronized void compacted(Collection<HStoreFile> inputs) {
    if (!released) {
      StoreFileReferences.acquire(inputs);
      compacted.addAll(inputs);
    }
  }

  /**
   * Makes HBase report a compaction as running until the release, if it took any of these files.
   * Under the store's write lock.
   *
   * @param inputs inputs of the compaction
   * @param begin begins the report, and returns the action that ends the report
   */
  synchronized void report(Collection<HStoreFile> inputs, Supplier<Runnable> begin) {
    if (!released && !reported && inputs.stream().anyMatch(this::contains)) {
      reportEnd = begin.get();
      reported = true;
    }
  }

  private synchronized boolean contains(HStoreFile file) {
    return files.contains(file) || compacted.contains(file);
  }

  /** Whether there are no references, or no longer. */
  public synchronized boolean isReleased() {
    return released;
  }

  public synchronized void release() {
    if (!released) {
      released = true;
      StoreFileReferences.release(files);
      StoreFileReferences.release(compacted);
      reportEnd.run();
    }
  }
}
