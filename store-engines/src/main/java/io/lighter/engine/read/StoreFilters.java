// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The resident Bloom filter blocks of one store. HBase tells a file's cache of the end of a
 * compacted file, but not that a region closes; so the store knows its files, too.
 *
 * <p>Thread-safe. The lock is {@code this}, also for the changes of each file; nothing else is
 * called with it held.
 *
 * @param <B> a block
 */
public final class StoreFilters<B> {
  private final ResidentFilters memory;

  /** Files with resident blocks. Guarded by this. */
  private final Set<FileFilters<B>> files = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Guarded by this. */
  private boolean isClosed;

  /** Creates an open store without files. */
  public StoreFilters(ResidentFilters memory) {
    this.memory = memory;
  }

  /** Returns the blocks of one more file, with none resident. */
  public FileFilters<B> newFile() {
    return new FileFilters<>(this, memory);
  }

  /** Frees the memory of all files; from now on no block of the store becomes resident. */
  public synchronized void close() {
    isClosed = true;
    List.copyOf(files).forEach(FileFilters::close);
  }

  /** Tells whether the store is closed; called with the lock held. */
  boolean isClosed() {
    return isClosed;
  }

  /** Adds a file that gets its first block; called with the lock held. */
  void add(FileFilters<B> file) {
    files.add(file);
  }

  /** Removes a file without blocks; called with the lock held. */
  void remove(FileFilters<B> file) {
    files.remove(file);
  }
}
