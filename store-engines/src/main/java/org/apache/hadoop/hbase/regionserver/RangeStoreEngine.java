// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.engine.PlannedEngine;
import io.lighter.common.hbase.DefaultEngineStores;
import io.lighter.engine.range.MajorSweep;
import io.lighter.engine.range.RangeFile;
import io.lighter.engine.range.RangeLayout;
import io.lighter.engine.range.RangeLimits;
import io.lighter.engine.range.RangePlan;
import io.lighter.engine.range.RangePlanner;
import io.lighter.engine.range.RangeSettings;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionConfiguration;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionPolicy;
import org.apache.hadoop.hbase.regionserver.compactions.Compactor;
import org.apache.hadoop.hbase.regionserver.compactions.RangeCompactionPolicy;
import org.apache.hadoop.hbase.regionserver.compactions.RangeCompactor;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a store as disjoint key ranges, each with one large file and few small ones, see {@link
 * io.lighter.engine.range}. All behaviour is in the parts that {@link #createComponents} makes, so
 * the engine can be underneath another one.
 *
 * <p>Some stores have the parts of HBase's default engine instead ({@link DefaultEngineStores}), so
 * that a site may name this engine for all tables.
 */
@InterfaceAudience.Private
public class RangeStoreEngine
    extends StoreEngine<StoreFlusher, CompactionPolicy, Compactor<?>, StoreFileManager>
    implements PlannedEngine {
  private static final Logger LOG = LoggerFactory.getLogger(RangeStoreEngine.class);

  /** The engine of a store without ranges; null if the store has ranges. Set once. */
  private DefaultStoreEngine withoutRanges;

  /** The other fields are null in a store without ranges. Set once. */
  private HStore store;

  private RangePlanner planner;
  private RangeStoreFileManager files;
  private RangeCompactor rangeCompactor;
  private double jitter;

  /** The last major compaction that was asked for. Replaced by threads that select compactions. */
  private volatile MajorSweep requested = MajorSweep.NONE;

  @Override
  protected void createComponents(Configuration conf, HStore store, CellComparator cells)
      throws IOException {
    if (DefaultEngineStores.include(store.getTableName(), cells)) {
      LOG.info("HBase's default engine is in charge of store {}", store);
      withoutRanges = new DefaultStoreEngine();
      withoutRanges.createComponents(conf, store, cells);
      storeFileManager = withoutRanges.getStoreFileManager();
      compactionPolicy = withoutRanges.getCompactionPolicy();
      storeFlusher = withoutRanges.getStoreFlusher();
      compactor = withoutRanges.getCompactor();
      return;
    }
    this.store = store;
    RangeLimits limits = limits(conf, store);
    planner = new RangePlanner(limits);
    String name = store.getRegionInfo().getEncodedName() + store.getColumnFamilyName();
    jitter = 2 * new Random(name.hashCode()).nextDouble() - 1;
    files = new RangeStoreFileManager(cells, conf, limits);
    storeFileManager = files;
    RangeCompactionPolicy policy = new RangeCompactionPolicy(conf, store, this::isMajorDue);
    compactionPolicy = policy;
    // The flusher hands the manager of stripes to the policy, which does not need one.
    storeFlusher = new StripeStoreFlusher(conf, store, policy, null);
    rangeCompactor = new RangeCompactor(conf, store);
    compactor = rangeCompactor;
  }

  /** Returns the limits that {@code conf} sets; a bad value is logged, and its default is used. */
  protected RangeLimits limits(Configuration conf, HStore store) {
    long ofTable = store.getHRegion().getTableDescriptor().getMaxFileSize();
    long region =
        ofTable > 0
            ? ofTable
            : conf.getLong(HConstants.HREGION_MAX_FILESIZE, HConstants.DEFAULT_MAX_FILE_SIZE);
    return RangeSettings.limits(
        conf,
        store.getMemStoreFlushSize(),
        region,
        problem -> LOG.error("{}; store {}", problem, store));
  }

  @Override
  public boolean needsCompaction(List<HStoreFile> filesCompacting) {
    return withoutRanges == null
        ? plan(files.snapshot().layout(), filesCompacting).isPresent()
        : withoutRanges.needsCompaction(filesCompacting);
  }

  @Override
  public CompactionContext createCompaction() throws IOException {
    return withoutRanges == null
        ? new RangeCompactionContext(this)
        : withoutRanges.createCompaction();
  }

  /** Returns this class: a subclass may exist on region servers only. */
  @Override
  public String compactingEngine() {
    return withoutRanges == null
        ? RangeStoreEngine.class.getName()
        : DefaultStoreEngine.class.getName();
  }

  @Override
  public boolean hasSeveralOutputs() {
    return withoutRanges == null;
  }

  /** Commits a compaction of a store whose engine this is; not called underneath another engine. */
  @Override
  public void replaceStoreFiles(
      Collection<HStoreFile> compactedFiles,
      Collection<HStoreFile> newFiles,
      IOExceptionRunnable walMarkerWriter,
      Runnable actionUnderLock)
      throws IOException {
    super.replaceStoreFiles(compactedFiles, newFiles, walMarkerWriter, actionUnderLock);
    if (!compactedFiles.isEmpty() && !newFiles.isEmpty()) {
      compactionCommitted();
    }
  }

  @Override
  public void compactionCommitted() {
    if (withoutRanges == null) {
      RangeChain.askForNext(store);
    }
  }

  RangeStoreFileManager files() {
    return files;
  }

  RangeCompactor rangeCompactor() {
    return rangeCompactor;
  }

  Optional<RangePlan> plan(RangeLayout layout, List<HStoreFile> filesCompacting) {
    Set<String> busy = new HashSet<>();
    filesCompacting.forEach(file -> busy.add(RangeStoreFileManager.name(file)));
    return planner.next(layout, busy, requested.or(periodic()));
  }

  Optional<RangePlan> chosenPlan(RangeLayout layout, List<RangeFile> chosen) {
    return planner.chosen(layout, chosen);
  }

  /** Tells whether a major compaction was asked for, and no sweep has started since. */
  boolean isMajorRequested() {
    return store.forceMajor;
  }

  /**
   * Starts to visit all ranges. Takes HBase's flag back: it would start another sweep at each
   * selection until a request says major, and some sweeps have no such request. HBase sets the flag
   * without a lock, so the flag is taken back before the time is read: a request in between keeps
   * its flag, or is from before the sweep.
   */
  void startSweep() {
    store.forceMajor = false;
    requested = new MajorSweep(EnvironmentEdgeManager.currentTime());
  }

  private boolean isMajorDue() {
    return !periodic().isDone(files.snapshot().layout());
  }

  /** Returns the sweep of the files that are older than HBase's period, with its jitter. */
  private MajorSweep periodic() {
    CompactionConfiguration conf = compactionPolicy.getConf();
    double period = conf.getMajorCompactionPeriod();
    if (period <= 0) {
      return MajorSweep.NONE;
    }
    period += period * conf.getMajorCompactionJitter() * jitter;
    return new MajorSweep(EnvironmentEdgeManager.currentTime() - (long) period);
  }
}
