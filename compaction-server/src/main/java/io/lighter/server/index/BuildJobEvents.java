// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.index;

/** Is told of jobs of index builds, for metrics. Called under the pool's lock; must not block. */
public interface BuildJobEvents {
  /** A job has started. */
  void buildJobStarted();

  /** A job has completed. */
  void buildJobCompleted(long entries);

  /** A job has failed, also if a row cannot have an entry. */
  void buildJobFailed();

  /** A job was given up while it ran. */
  void buildJobCancelled();
}
