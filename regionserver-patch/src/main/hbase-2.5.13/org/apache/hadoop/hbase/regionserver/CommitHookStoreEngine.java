// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionPolicy;
import org.apache.hadoop.hbase.regionserver.compactions.Compactor;

/**
 * A store engine that takes part in HBase's commit of new files, for HBase since 2.6.3 and since
 * 2.5.12.
 */
abstract class CommitHookStoreEngine
    extends StoreEngine<StoreFlusher, CompactionPolicy, Compactor<?>, StoreFileManager> {

  /** HBase's own commit of some or all of the files. */
  @FunctionalInterface
  interface Commit {
    List<HStoreFile> run(List<Path> files) throws IOException;
  }

  /**
   * Commits files, and returns the opened store files.
   *
   * @param files files of a flush, a compaction or a bulk load, which are still below {@code .tmp}
   */
  abstract List<HStoreFile> commit(List<Path> files, Commit hbaseCommit) throws IOException;

  @Override
  public List<HStoreFile> commitStoreFiles(List<Path> files, boolean isCompaction, boolean validate)
      throws IOException {
    return commit(files, some -> super.commitStoreFiles(some, isCompaction, validate));
  }
}
