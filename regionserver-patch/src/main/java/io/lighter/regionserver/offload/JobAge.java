// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.common.OutputPlace;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.BrokenStoreFileCleaner;

/**
 * The longest time for which a job may write a file that HBase does not know.
 *
 * <p>HBase's cleaner of broken files deletes what is in the family's folder, on no list, not
 * announced as being written ({@code HStore.getStoreFilesBeingWritten}), and older than a limit. A
 * file may look as old as its job: HDFS dates a file in progress by its creation, and S3 dates a
 * complete one by the start of its upload. The region server announces an output when it has taken
 * the output over. Until then the job's age must be below the cleaner's limit.
 *
 * <p>Stateless.
 */
final class JobAge {
  /** Long enough for any job, and short enough to be added to. */
  static final Duration UNLIMITED = Duration.ofDays(36_500);

  private JobAge() {}

  /**
   * Returns the longest age of a job: half of the cleaner's limit, as the clocks of the file system
   * and the region server may differ.
   *
   * @param site configuration of the region server
   */
  static Duration limit(OutputPlace place, Configuration site) {
    if (place == OutputPlace.JOB_FOLDER
        || !site.getBoolean(
            BrokenStoreFileCleaner.BROKEN_STOREFILE_CLEANER_ENABLED,
            BrokenStoreFileCleaner.DEFAULT_BROKEN_STOREFILE_CLEANER_ENABLED)) {
      return UNLIMITED;
    }
    return Duration.ofMillis(
        site.getLong(
                BrokenStoreFileCleaner.BROKEN_STOREFILE_CLEANER_TTL,
                BrokenStoreFileCleaner.DEFAULT_BROKEN_STOREFILE_CLEANER_TTL)
            / 2);
  }
}
