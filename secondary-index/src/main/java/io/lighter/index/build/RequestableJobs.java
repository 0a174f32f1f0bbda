// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.common.protocol.LighterProtos.SubmitBuildJobRequest;
import io.lighter.index.admin.BuildId;
import java.io.IOException;
import java.util.Optional;

/**
 * Jobs of one build that this process runs, or asks compaction servers to run. Thread-safe but for
 * {@link #close}.
 */
interface RequestableJobs extends BuildJobs {
  /** The build. */
  BuildId build();

  /** The request to read a region. */
  SubmitBuildJobRequest readRequest(BuildJobId id, String region);

  /** The request to merge all runs from one row to another. */
  SubmitBuildJobRequest mergeRequest(BuildJobId id, byte[] start, byte[] stop);

  /** The number of entries of a region's run, as counted now; empty if there is none. */
  Optional<Long> kept(String region) throws IOException;

  /**
   * The file of a merge that a server has completed, with its entries as counted now.
   *
   * @param attempt name of its folder
   * @throws IOException if there is no such file
   */
  MergedFile merged(String attempt) throws IOException;
}
