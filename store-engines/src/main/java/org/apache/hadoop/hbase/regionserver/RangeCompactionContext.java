// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.engine.PlannedContext;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.Ranges;
import io.lighter.engine.range.RangeFile;
import io.lighter.engine.range.RangeLayout;
import io.lighter.engine.range.RangePlan;
import io.lighter.engine.range.RangePlan.Job;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.apache.yetus.audience.InterfaceAudience;

/** A compaction of a store with ranges: from plan to request to outputs. Used by one thread. */
@InterfaceAudience.Private
class RangeCompactionContext extends LayoutCompactionContext implements PlannedContext {
  private final RangeStoreEngine engine;

  /** The plan of the request; null before a selection, and if there is nothing to compact. */
  private RangePlan plan;

  /** The plan for the compactor; null until it is asked for. */
  private CompactionPlan compactorPlan;

  RangeCompactionContext(RangeStoreEngine engine) {
    super(engine);
    this.engine = engine;
  }

  @Override
  public boolean select(
      List<HStoreFile> filesCompacting,
      boolean isUserCompaction,
      boolean mayUseOffPeak,
      boolean forceMajor) {
    engine.majors().startIfRequested(forceMajor);
    LayoutFileManager<RangeFile, RangeLayout>.Snapshot files = engine.files().snapshot();
    Optional<RangePlan> next = engine.plan(files.layout(), filesCompacting);
    plan = next.orElse(null);
    compactorPlan = null;
    request = plan == null ? new CompactionRequestImpl(List.of()) : request(files);
    if (plan != null) {
      // All-files, or HBase would drop markers of a family while older puts stay.
      request.setIsMajor(
          plan.dropsMarkers() && plan.job() == Job.MERGE_FORCED, plan.dropsMarkers());
      request.setAfterSplit(plan.job() == Job.MERGE_REFERENCE);
    }
    // HBase takes its flag back after a selection that is major, also one set during the selection.
    engine.majors().startIfRequested(false);
    return plan != null;
  }

  /**
   * Takes a coprocessor's choice, which may be any files: a distribution, which keeps markers. From
   * the oldest file on, as many are taken as have no other file of their rows in between.
   */
  @Override
  public void forceSelect(CompactionRequestImpl chosen) {
    LayoutFileManager<RangeFile, RangeLayout>.Snapshot files = engine.files().snapshot();
    plan = engine.chosenPlan(files.layout(), files.facts(chosen.getFiles())).orElse(null);
    compactorPlan = null;
    request = plan == null ? chosen : request(files);
    request.setIsMajor(false, false);
  }

  private CompactionRequestImpl request(LayoutFileManager<RangeFile, RangeLayout>.Snapshot files) {
    return new CompactionRequestImpl(files.files(plan.inputs()));
  }

  /** Returns what the planner chose; null without a selection. */
  RangePlan rangePlan() {
    return plan;
  }

  @Override
  public CompactionPlan plan() throws IOException {
    if (plan == null) {
      throw new IllegalStateException("no compaction was selected");
    }
    if (compactorPlan == null) {
      compactorPlan = CompactionPlan.newBuilder().setRanges(ranges()).build();
    }
    return compactorPlan;
  }

  @Override
  public List<Path> compact(ThroughputController throughput, User user) throws IOException {
    return engine.rangeCompactor().compact(request, plan(), throughput, user);
  }

  private Ranges.Builder ranges() throws IOException {
    Ranges.Builder ranges = Ranges.newBuilder().setDropDeletes(plan.dropsMarkers());
    List<byte[]> boundaries = boundaries();
    if (boundaries.isEmpty()) {
      ranges.setMostOutputs(plan.outputs()).setOutputCells(cellsPerOutput());
      boundaries = List.of(plan.keys().from(), plan.keys().to());
    }
    boundaries.forEach(row -> ranges.addBoundary(UnsafeByteOperations.unsafeWrap(row)));
    if (!plan.job().isMerge()) {
      ranges.setWrittenMs(plan.writtenMillis());
    }
    return ranges;
  }

  /** Returns the cells of an output if all outputs are equal, or no limit for one output. */
  private long cellsPerOutput() {
    if (plan.outputs() == 1) {
      return Long.MAX_VALUE;
    }
    long cells = 0;
    for (HStoreFile file : request.getFiles()) {
      cells += file.getReader().getEntries();
    }
    return Math.max(1, (cells + plan.outputs() - 1) / plan.outputs());
  }

  /** Returns where outputs begin and end; empty if the compactor divides by cells. */
  private List<byte[]> boundaries() throws IOException {
    if (!plan.boundaries().isEmpty() || plan.outputs() != 2) {
      return plan.boundaries();
    }
    HStoreFile largest =
        request.getFiles().stream()
            .max((a, b) -> Long.compare(a.getReader().length(), b.getReader().length()))
            .orElseThrow();
    Optional<Cell> middle = largest.getReader().midKey();
    Optional<Cell> first = largest.getFirstKey();
    if (middle.isEmpty() || first.isEmpty()) {
      return List.of();
    }
    byte[] row = CellUtil.cloneRow(middle.get());
    boolean divides =
        Bytes.compareTo(row, CellUtil.cloneRow(first.get())) > 0 && plan.keys().contains(row);
    return divides ? List.of(plan.keys().from(), row, plan.keys().to()) : List.of();
  }
}
