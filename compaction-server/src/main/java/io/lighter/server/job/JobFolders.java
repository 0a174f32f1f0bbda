// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

/** Deletes the folders of jobs whose output no region server takes over. Thread-safe. */
@FunctionalInterface
public interface JobFolders {
  /**
   * Deletes the job's folder if it exists, now or later. A failure is logged, not thrown, since
   * HBase empties {@code .tmp} when it next opens the region.
   */
  void delete(JobSpec spec);
}
