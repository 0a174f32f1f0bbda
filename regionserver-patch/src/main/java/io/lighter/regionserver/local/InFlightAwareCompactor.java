// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.local;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionProgress;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.Compactor;
import org.apache.hadoop.hbase.regionserver.compactions.DefaultCompactor;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;

/**
 * The compactor from which HBase reads a store's progress ({@code HStore.getCompactionProgress}).
 * Adds the compactions in flight to the progress of the engine underneath, which compacts with its
 * own compactor.
 *
 * <p>A {@link DefaultCompactor} only because {@link Compactor}'s constructor is package-private. As
 * thread-safe as the compactor underneath.
 */
public final class InFlightAwareCompactor extends DefaultCompactor {
  private final Compactor<?> delegate;
  private final InFlightProgress inFlight;

  public InFlightAwareCompactor(
      Configuration conf, HStore store, Compactor<?> delegate, InFlightProgress inFlight) {
    super(conf, store);
    this.delegate = delegate;
    this.inFlight = inFlight;
  }

  @Override
  public CompactionProgress getProgress() {
    return inFlight.plus(delegate.getProgress());
  }

  @Override
  public boolean isCompacting() {
    return !inFlight.isEmpty() || delegate.isCompacting();
  }

  /** Not supported: HBase and Lighter compact through {@code createCompaction}. */
  @Override
  public List<Path> compact(
      CompactionRequestImpl request, ThroughputController throughputController, User user) {
    throw new UnsupportedOperationException("compactions go through the engine's contexts");
  }
}
