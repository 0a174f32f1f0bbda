// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.engine.PlannedContext;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.DateTieredCompactionRequest;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;
import org.apache.yetus.audience.InterfaceAudience;

/** A merge of a store with levels: one of HBase's date-tiered engine. Used by one thread. */
@InterfaceAudience.Private
class TieredCompactionContext extends CompactionContext implements PlannedContext {
  private final TieredStoreEngine engine;

  TieredCompactionContext(TieredStoreEngine engine) {
    this.engine = engine;
  }

  @Override
  public List<HStoreFile> preSelect(List<HStoreFile> filesCompacting) {
    return engine
        .tieredPolicy()
        .preSelectCompactionForCoprocessor(
            engine.getStoreFileManager().getStoreFiles(), filesCompacting);
  }

  @Override
  public boolean select(
      List<HStoreFile> filesCompacting,
      boolean isUserCompaction,
      boolean mayUseOffPeak,
      boolean forceMajor) {
    request =
        engine
            .tieredPolicy()
            .selectCompaction(
                engine.getStoreFileManager().getStoreFiles(),
                filesCompacting,
                isUserCompaction,
                mayUseOffPeak,
                forceMajor);
    return !request.getFiles().isEmpty();
  }

  /** Takes a coprocessor's choice. HBase's date-tiered engine refuses a request without windows. */
  @Override
  public void forceSelect(CompactionRequestImpl chosen) {
    request =
        engine
            .tieredPolicy()
            .chosen(engine.getStoreFileManager().getStoreFiles(), chosen.getFiles());
  }

  @Override
  public CompactionPlan plan() {
    DateTieredCompactionRequest selected = selected();
    CompactionPlan.Builder plan = CompactionPlan.newBuilder();
    plan.getDateTieredBuilder().addAllLowerBoundary(selected.getBoundaries());
    selected
        .getBoundariesPolicies()
        .forEach(
            (boundary, policy) ->
                plan.getDateTieredBuilder().addPolicyBoundary(boundary).addPolicy(policy));
    return plan.build();
  }

  @Override
  public List<Path> compact(ThroughputController throughput, User user) throws IOException {
    DateTieredCompactionRequest selected = selected();
    return engine
        .tieredCompactor()
        .compact(
            selected, selected.getBoundaries(), selected.getBoundariesPolicies(), throughput, user);
  }

  private DateTieredCompactionRequest selected() {
    if (request == null || request.getFiles().isEmpty()) {
      throw new IllegalStateException("no compaction was selected");
    }
    return (DateTieredCompactionRequest) request;
  }
}
