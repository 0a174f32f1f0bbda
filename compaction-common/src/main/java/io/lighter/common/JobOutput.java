// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The output files of one job, from the first byte until the region server owns them. {@link
 * OutputPlace} says which implementation a store uses. Implementations are immutable.
 */
public sealed interface JobOutput permits JobFolder, ClaimedOutput {
  /** The job that writes the files. */
  CompactionJobId job();

  /** The job's own folder below the region's {@code .tmp}; it may not exist. */
  Path path();

  /**
   * Returns the path at which the job writes one output file.
   *
   * @param family name of the column family
   * @param fileName name of the output file as {@code OutputFile.name} has it
   */
  Path output(String family, String fileName);

  /**
   * Brings one output file to the region server. The region server calls the method after the job
   * has completed.
   *
   * @param target path where the region server wants the file; its parent exists
   * @return false if the file no longer exists: the compaction server has given the job up
   * @throws IOException if the file system does not answer; the file may be at {@code target}
   */
  boolean takeOver(FileSystem fs, String family, String fileName, Path target) throws IOException;

  /**
   * Deletes what the job needs no more once the region server has all output files. The region
   * server calls the method before its commit, and gives the output up if the method fails.
   */
  void release(FileSystem fs) throws IOException;

  /**
   * Deletes all that the job wrote, except for files that the region server has taken over by
   * {@link #takeOver} and {@link #release}. Both sides may call the method at any time before.
   *
   * @return whether the job's folder was there
   */
  boolean delete(FileSystem fs) throws IOException;

  /**
   * Deletes the empty folders of a region that is gone, after {@link #delete}. Creating a file also
   * creates the folders above it, so a late compaction server may have created these again. The
   * folders of an existing region stay.
   */
  void deleteEmptyRegion(FileSystem fs) throws IOException;
}
