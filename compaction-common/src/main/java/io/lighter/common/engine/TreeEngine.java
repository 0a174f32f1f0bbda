// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.engine;

import java.util.List;
import java.util.Set;

/** A store engine that keeps files in trees, which are shown to operators. Thread-safe. */
public interface TreeEngine {
  /**
   * The files that are one sorted run, or become one by compactions that are due.
   *
   * @param stage how many rounds of merges the files are the result of, at least 1
   * @param files names of the files
   * @param bytes size of the files
   * @param dueClusters compactions of files that overlap
   * @param dueBytes size of the files in these
   */
  record TreeOfFiles(int stage, Set<String> files, long bytes, int dueClusters, long dueBytes) {
    /** Copies the names. */
    public TreeOfFiles {
      files = Set.copyOf(files);
    }
  }

  /** Returns the trees of this moment, the oldest first, without I/O and without a lock. */
  List<TreeOfFiles> trees();
}
