// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import java.util.List;

/**
 * What a check of an index has found.
 *
 * @param rows data rows that were read
 * @param entries index rows that were read
 * @param missing keys of rows that have no entry: lookups miss these rows
 * @param stale entries whose row does not have their key: lookups drop them
 * @param foreign index rows that are no entries of this index
 * @param unsettled rows that changed each time they were read again
 * @param repairedMissing missing entries that were inserted
 * @param repairedStale stale entries that were removed
 * @param examples descriptions of findings, a few of each kind
 */
public record CheckReport(
    long rows,
    long entries,
    long missing,
    long stale,
    long foreign,
    long unsettled,
    long repairedMissing,
    long repairedStale,
    List<String> examples) {
  /** Whether every lookup finds what it should; stale entries do no harm. */
  public boolean isConsistent() {
    return missing == repairedMissing && foreign == 0;
  }
}
