// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.index;

/** What is known of the execution of a change. */
public enum Outcome {
  /** Acknowledged and in HDFS: survives a crash of the region server. */
  DURABLE,
  /** Acknowledged without a sync of the WAL: a crash may take the change back. */
  UNSYNCED,
  /** Failed or timed out: executed or not, now or later. */
  UNKNOWN
}
