// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.placement;

/** What is done with a file whose storage policy is not that of its tier. */
public enum SettleMode {
  /** Nothing. */
  NONE,
  /** The file gets the policy. Its blocks move when an administrator runs HDFS's mover. */
  POLICY,
  /** As {@link #POLICY}, and HDFS's Storage Policy Satisfier is asked to move the blocks. */
  SATISFY
}
