// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.scale;

/**
 * Numbers of operations on ZooKeeper.
 *
 * @param reads of data, children and existence
 * @param writes changes of znodes; a transaction counts once
 */
public record OperationCounts(long reads, long writes) {
  static final OperationCounts NONE = new OperationCounts(0, 0);

  OperationCounts plus(OperationCounts other) {
    return new OperationCounts(reads + other.reads, writes + other.writes);
  }

  OperationCounts minus(OperationCounts other) {
    return new OperationCounts(reads - other.reads, writes - other.writes);
  }
}
