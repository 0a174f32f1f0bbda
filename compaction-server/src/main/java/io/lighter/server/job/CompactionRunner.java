// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import io.lighter.common.protocol.LighterProtos.OutputFile;
import java.io.IOException;
import java.util.List;

/** Runs the compaction of a job on the calling thread. Thread-safe. */
@FunctionalInterface
public interface CompactionRunner {
  /**
   * Writes the output into the job's folder, and publishes progress. After a failure the caller
   * deletes the folder.
   *
   * @return the outputs, durable, in the order of HBase's compactor
   * @throws IOException if the compaction failed, or {@link Job#control} says it was cancelled
   */
  List<OutputFile> run(Job job) throws IOException;
}
