// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;

/**
 * An index with {@code cleanup=compaction}, as the descriptors of its tables say. Immutable.
 *
 * @param data the data table
 * @param family the family of the index's columns
 * @param table the index table
 * @param ratio estimated share of stale entries at which a round is due; 0: never
 * @param problem why no round may run now; empty if one may
 */
@SuppressWarnings("ArrayRecordComponent") // passed on; compared by sharesDataWith
public record CollectedIndex(
    TableName data, byte[] family, TableName table, double ratio, Optional<String> problem) {

  /** Whether one compaction of the data writes the live sets of both indexes. */
  boolean sharesDataWith(CollectedIndex other) {
    return data.equals(other.data) && Arrays.equals(family, other.family);
  }
}
