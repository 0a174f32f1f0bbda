// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.DateTiered;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.StripeBoundaries;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.StripeSizes;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.DateTieredCompactionRequest;
import org.apache.hadoop.hbase.regionserver.compactions.StripeCompactor;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/** Calls an engine's compactor by the plan of the region server's engine. */
final class PlannedCompaction {
  private final StoreEngine<?, ?, ?, ?> engine;
  private final SubmitRequest request;
  private final List<HStoreFile> inputs;
  private final ThroughputController throughput;

  PlannedCompaction(
      StoreEngine<?, ?, ?, ?> engine,
      SubmitRequest request,
      List<HStoreFile> inputs,
      ThroughputController throughput) {
    this.engine = engine;
    this.request = request;
    this.inputs = inputs;
    this.throughput = throughput;
  }

  /** Compacts on the calling thread, and returns paths in the compactor's order. */
  List<Path> run() throws IOException {
    CompactionPlan plan = request.getPlan();
    return switch (plan.getKindCase()) { // no default: a new plan must have a case
      case KIND_NOT_SET -> inContext(new CompactionRequestImpl(inputs));
      case DATE_TIERED -> inContext(dateTiered(plan.getDateTiered()));
      case STRIPE_BOUNDARIES -> stripes(plan.getStripeBoundaries());
      case STRIPE_SIZES -> stripes(plan.getStripeSizes());
    };
  }

  private List<Path> inContext(CompactionRequestImpl compaction) throws IOException {
    CompactionContext context = engine.createCompaction();
    context.forceSelect(described(compaction));
    return context.compact(throughput, null);
  }

  private DateTieredCompactionRequest dateTiered(DateTiered plan) {
    Map<Long, String> policies = new HashMap<>();
    for (int i = 0; i < plan.getPolicyBoundaryCount(); i++) {
      policies.put(plan.getPolicyBoundary(i), plan.getPolicy(i));
    }
    return new DateTieredCompactionRequest(inputs, plan.getLowerBoundaryList(), policies);
  }

  private List<Path> stripes(StripeBoundaries plan) throws IOException {
    return stripeCompactor()
        .compact(
            described(new CompactionRequestImpl(inputs)),
            plan.getBoundaryList().stream().map(ByteString::toByteArray).toList(),
            plan.hasMajorRangeFrom() ? plan.getMajorRangeFrom().toByteArray() : null,
            plan.hasMajorRangeTo() ? plan.getMajorRangeTo().toByteArray() : null,
            throughput,
            null);
  }

  private List<Path> stripes(StripeSizes plan) throws IOException {
    return stripeCompactor()
        .compact(
            described(new CompactionRequestImpl(inputs)),
            plan.getTargetCount(),
            plan.getTargetCells(),
            plan.getLeft().toByteArray(),
            plan.getRight().toByteArray(),
            plan.hasMajorRangeFrom() ? plan.getMajorRangeFrom().toByteArray() : null,
            plan.hasMajorRangeTo() ? plan.getMajorRangeTo().toByteArray() : null,
            throughput,
            null);
  }

  private StripeCompactor stripeCompactor() throws IOException {
    if (engine.getCompactor() instanceof StripeCompactor compactor) {
      return compactor;
    }
    throw new IOException("a stripe plan needs a stripe engine, not " + engine.getClass());
  }

  private CompactionRequestImpl described(CompactionRequestImpl compaction) {
    compaction.setIsMajor(request.getMajor(), request.getAllFiles());
    compaction.setPriority(request.getPriority());
    return compaction;
  }
}
