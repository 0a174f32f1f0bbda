// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * A region without clients: no WAL, no services, never opened. Answers a compactor's calls as the
 * region server's own region would have when it sent the job.
 */
public final class JobRegion extends HRegion {
  private final Snapshot snapshot;
  private final BooleanSupplier cancelled;

  /**
   * State that only the region server has.
   *
   * @param smallestReadPoint read point below which no scanner needs an old version
   * @param maxSequenceId maximum of the whole store; empty if the store has none
   * @param retiredFiles names of compacted files
   */
  public record Snapshot(
      long smallestReadPoint, OptionalLong maxSequenceId, List<String> retiredFiles) {}

  /**
   * Creates the region of one job.
   *
   * @param conf a plain configuration, not a compound one
   * @param cancelled checked by the compactor from time to time
   */
  public JobRegion(
      JobRegionFileSystem fs,
      Configuration conf,
      TableDescriptor table,
      Snapshot snapshot,
      BooleanSupplier cancelled) {
    super(fs, null, conf, table, null);
    this.snapshot = snapshot;
    this.cancelled = cancelled;
  }

  Snapshot snapshot() {
    return snapshot;
  }

  @Override
  public long getSmallestReadPoint() {
    return snapshot.smallestReadPoint();
  }

  /** Returns false to stop the compactor. */
  @Override
  public boolean areWritesEnabled() {
    return !cancelled.getAsBoolean();
  }
}
