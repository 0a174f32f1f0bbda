// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.engine.PlannedContext;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.engine.forest.Forest;
import io.lighter.engine.forest.ForestFile;
import io.lighter.engine.forest.ForestPlan;
import io.lighter.engine.forest.ForestPlan.Job;
import io.lighter.engine.forest.TreesPlan;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;
import org.apache.yetus.audience.InterfaceAudience;

/** A compaction of a store with trees: from plan to request to outputs. Used by one thread. */
@InterfaceAudience.Private
class ForestCompactionContext extends LayoutCompactionContext implements PlannedContext {
  private final ForestStoreEngine engine;

  /** The plan of the request; null before a selection, and if there is nothing to compact. */
  private ForestPlan plan;

  /** The plan for the compactor; null until it is asked for. */
  private CompactionPlan compactorPlan;

  ForestCompactionContext(ForestStoreEngine engine) {
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
    LayoutFileManager<ForestFile, Forest>.Snapshot files = engine.files().snapshot();
    compactorPlan = null;
    plan = engine.select(files.layout(), filesCompacting).orElse(null);
    request = request(files);
    return plan != null;
  }

  /**
   * Takes a coprocessor's choice, which may be any files, and keeps their markers. From the oldest
   * file on, as many are taken as have no other file of their rows in between. The request is empty
   * if the store has none of the files.
   */
  @Override
  public void forceSelect(CompactionRequestImpl chosen) {
    LayoutFileManager<ForestFile, Forest>.Snapshot files = engine.files().snapshot();
    compactorPlan = null;
    plan = engine.selectChosen(files.layout(), files.facts(chosen.getFiles())).orElse(null);
    request = request(files);
  }

  private CompactionRequestImpl request(LayoutFileManager<ForestFile, Forest>.Snapshot files) {
    if (plan == null) {
      return new CompactionRequestImpl(List.of());
    }
    CompactionRequestImpl planned = new CompactionRequestImpl(files.files(plan.inputs()));
    // All-files makes HBase drop markers and look for the earliest put of the inputs. Not major, or
    // HBase would take back a major compaction that is asked for during this selection.
    planned.setIsMajor(false, plan.dropsMarkers());
    planned.setAfterSplit(plan.job() == Job.REFERENCE);
    return planned;
  }

  /** Returns what the planner chose; null without a selection. */
  ForestPlan forestPlan() {
    return plan;
  }

  @Override
  public CompactionPlan plan() {
    if (plan == null) {
      throw new IllegalStateException("no compaction was selected");
    }
    if (compactorPlan == null) {
      compactorPlan = TreesPlan.encode(plan, engine.limits());
    }
    return compactorPlan;
  }

  @Override
  public List<Path> compact(ThroughputController throughput, User user) throws IOException {
    return engine.forestCompactor().compact(request, plan(), throughput, user);
  }
}
