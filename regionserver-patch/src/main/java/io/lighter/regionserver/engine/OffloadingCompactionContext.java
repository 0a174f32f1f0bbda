// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.engine;

import io.lighter.common.engine.PlannedContext;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.regionserver.offload.StoreOffload;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.DateTieredCompactionRequest;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;

/**
 * One compaction that the engine underneath selected, and whose {@link #compact} may be offloaded.
 * Used as HBase uses the context underneath.
 */
public final class OffloadingCompactionContext extends ForwardedCompactionContext {
  private final StoreOffload offload;

  /** Creates a context that decorates {@code delegate}. */
  public OffloadingCompactionContext(CompactionContext delegate, StoreOffload offload) {
    super(delegate);
    this.offload = offload;
  }

  /** Selects the inputs of a job that an earlier owner of the region has left, before others. */
  @Override
  public boolean select(
      List<HStoreFile> filesCompacting,
      boolean isUserCompaction,
      boolean mayUseOffPeak,
      boolean forceMajor)
      throws IOException {
    Optional<CompactionRequestImpl> left = offload.selectLeftJob(filesCompacting, forceMajor);
    if (left.isPresent()) {
      forceSelect(left.get());
      return true;
    }
    return super.select(filesCompacting, isUserCompaction, mayUseOffPeak, forceMajor);
  }

  @Override
  public List<Path> compact(ThroughputController throughputController, User user)
      throws IOException {
    return offload.compact(
        getRequest(), plan(), user, () -> delegate.compact(throughputController, user));
  }

  /** Returns the arguments of the engine underneath for its compactor. */
  public CompactionPlan plan() throws IOException {
    return delegate instanceof PlannedContext planned ? planned.plan() : hbasePlan(getRequest());
  }

  /** Returns the plan of one of HBase's engines. */
  private static CompactionPlan hbasePlan(CompactionRequestImpl request) {
    CompactionPlan.Builder plan = CompactionPlan.newBuilder();
    if (request instanceof DateTieredCompactionRequest dateTiered) {
      plan.getDateTieredBuilder().addAllLowerBoundary(dateTiered.getBoundaries());
      dateTiered
          .getBoundariesPolicies()
          .forEach(
              (boundary, policy) ->
                  plan.getDateTieredBuilder().addPolicyBoundary(boundary).addPolicy(policy));
    }
    return plan.build();
  }
}
