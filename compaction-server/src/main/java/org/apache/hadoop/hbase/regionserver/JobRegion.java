package org.apache.hadoop.hbase.regionserver;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * A region that serves nobody: no WAL, no services, never opened. It answers what a compactor asks
 * the way the region server's own region would have answered when it sent the job.
 */
public final class JobRegion extends HRegion {
  private final Snapshot snapshot;
  private final BooleanSupplier cancelled;

  /**
   * What only the region server knows.
   *
   * @param smallestReadPoint below it no scanner needs an old version
   * @param maxSequenceId of the whole store; empty when the store has none
   * @param retiredFiles names of files compacted away and not yet archived
   */
  public record Snapshot(
      long smallestReadPoint, OptionalLong maxSequenceId, List<String> retiredFiles) {}

  /**
   * A region for one job.
   *
   * @param conf a plain configuration, not a compound one
   * @param cancelled asked by the compactor every now and then
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

  /** False stops the compactor. */
  @Override
  public boolean areWritesEnabled() {
    return !cancelled.getAsBoolean();
  }
}
