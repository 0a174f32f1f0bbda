// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * The jobs of one build, which may run anywhere: each reads and writes files only. Thread-safe but
 * for {@link #close}.
 */
interface BuildJobs extends Closeable {
  /**
   * A file with all entries of a range of the index table.
   *
   * @param entries number of entries
   */
  record MergedFile(Path path, long entries) {}

  /** The names of the regions of the snapshot. */
  List<String> regions();

  /**
   * Writes the run of a region, unless it is there.
   *
   * @return number of its entries
   */
  long read(String region) throws IOException;

  /**
   * Merges all runs from one row to another.
   *
   * @param start first row of the index table
   * @param stop the row behind the last; empty: the end of the table
   * @return empty if there is no entry
   */
  Optional<MergedFile> merge(byte[] start, byte[] stop) throws IOException;
}
