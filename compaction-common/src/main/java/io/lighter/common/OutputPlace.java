// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Where jobs write the output files of a store. */
public enum OutputPlace {
  /** Below the job's folder; the region server renames the files ({@link JobFolder}). */
  JOB_FOLDER,
  /** In the family's folder; nothing is renamed ({@link ClaimedOutput}). */
  FAMILY_FOLDER;

  /**
   * Capabilities by which a file system shows that it changes names and files in place. No
   * capability of Hadoop's is about renames (3.4.2). HDFS has both of these, the local file system
   * can truncate, and Ozone recovers leases. S3A has neither. The first one by its text, since
   * Hadoop 3.3.5 has no constant.
   */
  private static final List<String> CHANGES_IN_PLACE =
      List.of("fs.capability.lease.recoverable", CommonPathCapabilities.FS_TRUNCATE);

  /**
   * Chooses the place for a store.
   *
   * @param fs file system of the store
   * @param folder a path of the store, for file systems that are mounted from several ones
   * @param listed whether the store's tracker keeps a list of the files, and ignores others
   * @return empty if no place is safe: the file system does not promise atomic renames, and each
   *     file in the family's folder is data
   * @throws IOException if the file system does not answer
   */
  public static Optional<OutputPlace> of(FileSystem fs, Path folder, boolean listed)
      throws IOException {
    for (String capability : CHANGES_IN_PLACE) {
      if (fs.hasPathCapability(folder, capability)) {
        return Optional.of(JOB_FOLDER);
      }
    }
    return listed ? Optional.of(FAMILY_FOLDER) : Optional.empty();
  }

  /**
   * The output of a job in this place.
   *
   * @param regionTempDir the region's {@code .tmp}
   */
  public JobOutput output(Path regionTempDir, CompactionJobId job) {
    JobFolder folder = new JobFolder(regionTempDir, job);
    return switch (this) { // no default: a new place must fail to compile here
      case JOB_FOLDER -> folder;
      case FAMILY_FOLDER -> new ClaimedOutput(folder);
    };
  }
}
