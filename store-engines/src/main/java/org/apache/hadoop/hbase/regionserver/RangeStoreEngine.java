// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.engine.PlanKind;
import io.lighter.common.engine.PlannedEngine;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.engine.range.RangeFile;
import io.lighter.engine.range.RangeLayout;
import io.lighter.engine.range.RangeLimits;
import io.lighter.engine.range.RangePlan;
import io.lighter.engine.range.RangePlanner;
import io.lighter.engine.range.RangeSettings;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.LayoutCompactionPolicy;
import org.apache.hadoop.hbase.regionserver.compactions.RangeCompactor;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a store as disjoint key ranges, each with one large file and few small ones, see {@link
 * io.lighter.engine.range}.
 */
@InterfaceAudience.Private
@PlanKind(CompactionPlan.KindCase.RANGES)
public class RangeStoreEngine extends LayoutStoreEngine implements PlannedEngine {
  private static final Logger LOG = LoggerFactory.getLogger(RangeStoreEngine.class);

  /** The fields are null in a store without ranges. Set once. */
  private RangePlanner planner;

  private RangeStoreFileManager files;
  private RangeCompactor rangeCompactor;
  private MajorRequests majors;

  @Override
  void createParts(Configuration conf, HStore store, CellComparator cells) {
    RangeLimits limits = limits(conf, store);
    planner = new RangePlanner(limits);
    majors = new MajorRequests(store);
    files = new RangeStoreFileManager(cells, conf, limits);
    storeFileManager = files;
    compactionPolicy = new LayoutCompactionPolicy(conf, store);
    storeFlusher = new DefaultStoreFlusher(conf, store);
    rangeCompactor = new RangeCompactor(conf, store, mostCachedBytes(limits, store));
    compactor = rangeCompactor;
  }

  /** Returns the limits that {@code conf} sets; a bad value is logged, and its default is used. */
  protected RangeLimits limits(Configuration conf, HStore store) {
    return RangeSettings.limits(
        conf,
        store.getMemStoreFlushSize(),
        regionBytes(conf, store),
        problem -> LOG.error("{}; store {}", problem, store));
  }

  /**
   * Returns the size of inputs whose deltas replace blocks of flushes in the cache: as much as is
   * usually distributed at a time. Larger inputs are from bulk loads or another engine.
   */
  private static long mostCachedBytes(RangeLimits limits, HStore store) {
    return Math.max(limits.maxInputBytes(), limits.maxWide() * store.getMemStoreFlushSize());
  }

  @Override
  boolean isDue(List<HStoreFile> filesCompacting) {
    return plan(files.snapshot().layout(), filesCompacting).isPresent();
  }

  @Override
  CompactionContext newCompaction() {
    return new RangeCompactionContext(this);
  }

  /** Returns this class: a subclass may exist on region servers only. */
  @Override
  public String compactingEngine() {
    return hasDefaultEngine()
        ? DefaultStoreEngine.class.getName()
        : RangeStoreEngine.class.getName();
  }

  @Override
  public boolean isCachedLikeAFlush(CompactionPlan plan, long inputBytes) {
    return plan.hasRanges()
        && !hasDefaultEngine()
        && rangeCompactor.isCachedLikeAFlush(plan.getRanges(), inputBytes);
  }

  RangeStoreFileManager files() {
    return files;
  }

  RangeCompactor rangeCompactor() {
    return rangeCompactor;
  }

  MajorRequests majors() {
    return majors;
  }

  Optional<RangePlan> plan(RangeLayout layout, List<HStoreFile> filesCompacting) {
    return planner.next(
        layout,
        names(filesCompacting),
        majors.requested().or(majors.periodic(compactionPolicy.getConf())));
  }

  Optional<RangePlan> chosenPlan(RangeLayout layout, List<RangeFile> chosen) {
    return planner.chosen(layout, chosen);
  }
}
