// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import java.util.Optional;

/**
 * A merge of adjacent files into one.
 *
 * @param reason why the files are merged
 * @param run the files
 * @param policy HDFS storage policy of the output; empty for that of the family's folder
 * @param allFiles whether these are all files of the store, so that delete markers may go
 */
public record TieredJob(
    Reason reason, RunPicker.Run run, Optional<String> policy, boolean allFiles) {
  /** Why files are merged. */
  public enum Reason {
    /** Somebody asked for all files, or the period is over. */
    MAJOR,
    /** The run has files of another region. */
    REFERENCES,
    /** The run is full. */
    FULL_RUN,
    /** HBase holds flushes back, and no run is full. */
    TOO_MANY_FILES,
    /** A coprocessor chose the files. */
    CHOSEN
  }
}
