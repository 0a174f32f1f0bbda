// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

/** Follows a build. All calls come from the thread that builds. */
public interface BuildListener {
  /** Follows nothing. */
  BuildListener NONE = progress -> {};

  /** A step has begun, or a part of it is done. */
  void progress(BuildProgress progress);

  /**
   * Where the jobs of a build run, before the first one does.
   *
   * @param where a line for the operator
   */
  default void placed(String where) {}

  /** A step has ended; what it did is durable. */
  default void ended(BuildStep step) {}
}
