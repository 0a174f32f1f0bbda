// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import java.util.List;

/** Deletes what jobs wrote whose output no region server takes over. Thread-safe. */
@FunctionalInterface
public interface JobFolders {
  /**
   * Deletes the job's output files and its folder if they exist, now or later. A failure is logged,
   * not thrown, since the region's next owner deletes them when it opens the region.
   *
   * @param outputs names of the complete output files; empty if the job has not completed
   */
  void delete(JobSpec spec, List<String> outputs);
}
