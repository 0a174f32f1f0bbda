// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import io.lighter.common.engine.PlanCompactor;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;

/** Calls an engine's compactor by the plan of the region server's engine. */
final class PlannedCompaction {
  private final StoreEngine<?, ?, ?, ?> engine;
  private final SubmitRequest request;
  private final List<HStoreFile> inputs;
  private final ThroughputController throughput;
  private final Consumer<Path> beforeCreation;

  /**
   * @param beforeCreation called with the path of each output before its file is created; null if
   *     it is not needed
   */
  PlannedCompaction(
      StoreEngine<?, ?, ?, ?> engine,
      SubmitRequest request,
      List<HStoreFile> inputs,
      ThroughputController throughput,
      Consumer<Path> beforeCreation) {
    this.engine = engine;
    this.request = request;
    this.inputs = inputs;
    this.throughput = throughput;
    this.beforeCreation = beforeCreation;
  }

  /** Compacts on the calling thread, and returns paths in the compactor's order. */
  List<Path> run() throws IOException {
    CompactionRequestImpl compaction = new CompactionRequestImpl(inputs);
    compaction.setIsMajor(request.getMajor(), request.getAllFiles());
    compaction.setPriority(request.getPriority());
    compaction.setWriterCreationTracker(beforeCreation);
    CompactionPlan plan = request.getPlan();
    if (plan.getKindCase() == CompactionPlan.KindCase.KIND_NOT_SET) {
      CompactionContext context = engine.createCompaction();
      context.forceSelect(compaction);
      return context.compact(throughput, null);
    }
    if (engine.getCompactor() instanceof PlanCompactor compactor) {
      return compactor.compact(compaction, plan, throughput, null);
    }
    throw new IOException("plan " + plan.getKindCase() + " does not fit " + engine.getClass());
  }
}
