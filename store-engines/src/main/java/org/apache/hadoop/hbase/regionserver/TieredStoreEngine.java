// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.engine.InputsListener;
import io.lighter.common.engine.PlanKind;
import io.lighter.common.engine.PlannedEngine;
import io.lighter.common.engine.TierEngine;
import io.lighter.common.engine.TierFigures;
import io.lighter.common.hbase.DefaultEngineStores;
import io.lighter.common.hbase.PolicyFolders;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.engine.placement.PlacementSettings;
import io.lighter.engine.tiered.MergePlans;
import io.lighter.engine.tiered.ShrinkForecast;
import io.lighter.engine.tiered.StoreWrites;
import io.lighter.engine.tiered.TierPlan;
import io.lighter.engine.tiered.TierSpill;
import io.lighter.engine.tiered.TieredLimits;
import io.lighter.engine.tiered.TieredPlanner;
import io.lighter.engine.tiered.TieredSettings;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionPolicy;
import org.apache.hadoop.hbase.regionserver.compactions.Compactor;
import org.apache.hadoop.hbase.regionserver.compactions.DateTieredCompactionPolicy;
import org.apache.hadoop.hbase.regionserver.compactions.DateTieredCompactor;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a store as levels of files over tiers of storage, see {@link io.lighter.engine.tiered}.
 * HBase's date-tiered engine is the base because its requests name the storage policy of an output.
 * A merge is one of that engine's with one window, also on a compaction server.
 *
 * <p>Some stores have the parts of HBase's default engine instead ({@link DefaultEngineStores}), as
 * with Lighter's other engines.
 */
@InterfaceAudience.Private
@PlanKind(CompactionPlan.KindCase.DATE_TIERED)
public class TieredStoreEngine extends DateTieredStoreEngine
    implements PlannedEngine, InputsListener, TierEngine {
  private static final Logger LOG = LoggerFactory.getLogger(TieredStoreEngine.class);

  /** Characters of a failure that are logged, with room for the path of a file. */
  private static final int MOST_LOGGED = 400;

  /** The engine of a store that has the default one; null for other stores. Set once. */
  private DefaultStoreEngine standIn;

  /** The following fields are null in a store with the default engine. Set once. */
  private HStore store;

  private TieredCompactionPolicy policy;

  private TierPlan plan;

  private StoreWrites writes;

  /** Archives inputs at once; empty if HBase is to find them. Set once. */
  private Optional<InputArchiver> archiver = Optional.empty();

  /** What the stores of a region server share; empty in a test, a tool, or a replica. Set once. */
  private Optional<RegionServerTiers> shared = Optional.empty();

  @Override
  protected final void createComponents(Configuration conf, HStore store, CellComparator cells)
      throws IOException {
    if (DefaultEngineStores.include(store.getTableName(), cells)) {
      LOG.info("HBase's default engine is in charge of store {}", store);
      standIn = new DefaultStoreEngine();
      standIn.createComponents(conf, store, cells);
      storeFileManager = standIn.storeFileManager;
      storeFlusher = standIn.storeFlusher;
      compactionPolicy = new DateTieredCompactionPolicy(conf, store); // HBase asserts that the next
      compactor = new DateTieredCompactor(conf, store); // two are there; nothing uses them
      return;
    }
    this.store = store;
    archiver = InputArchiver.of(conf, store);
    TieredLimits limits = limits(conf, store);
    Consumer<String> problems = problem -> LOG.error("{}; store {}", problem, store);
    TieredPlanner planner =
        new TieredPlanner(limits, new ShrinkForecast(TieredSettings.usesForecast(conf, problems)));
    StoreFileViews views = new StoreFileViews();
    shared =
        Optional.ofNullable(store.getHRegion().getRegionServerServices())
            .filter(server -> store.isPrimaryReplicaStore())
            .map(RegionServerTiers::of);
    writes = new StoreWrites(shared.map(RegionServerTiers::metrics));
    MergeSizes sizes = new MergeSizes(planner, writes);
    StoreTiers tiers =
        new StoreTiers(
            store, planner, views, PlacementSettings.settleMode(conf, problems), sizes, writes);
    policy =
        new TieredCompactionPolicy(conf, store, planner, views, sizes, tiers, limits.majorMillis());
    compactionPolicy = policy;
    storeFileManager =
        new TieredStoreFileManager(
            cells, conf, policy.getConf(), views, planner, sizes, tiers, writes);
    plan = limits.plan();
    storeFlusher = flusher(conf);
    if (shared.isPresent()) {
      TrackerFolder.place(conf, store);
    }
    compactor = new DateTieredCompactor(conf, store);
    TieredNotices.of(store).ifPresent(notice -> LOG.warn("{}; store {}", notice, store));
  }

  /** Returns HBase's flusher for one tier, and one that spills for several. */
  private DefaultStoreFlusher flusher(Configuration conf) {
    return plan.tiers().size() == 1
        ? new DefaultStoreFlusher(conf, store)
        : new TieredStoreFlusher(conf, store, TierSpill.ofFlush(plan), writes::spilled);
  }

  /** Returns the limits that {@code conf} sets; a bad value is logged, and its default is used. */
  protected TieredLimits limits(Configuration conf, HStore store) {
    TieredLimits limits =
        TieredSettings.limits(
            conf,
            store.getMemStoreFlushSize(),
            LayoutFileManager.blockingFiles(conf),
            problem -> LOG.error("{}; store {}", problem, store));
    if (store.getHRegion().getRegionServerServices() != null) { // others hold no flush back
      TieredSettings.filesProblem(limits, LayoutStoreEngine.regionBytes(conf, store))
          .ifPresent(problem -> LOG.error("{}; store {}", problem, store));
    }
    return limits;
  }

  /**
   * Loads the store, and deletes the outputs that a crash has left unfinished in folders of storage
   * policies. Not called underneath another engine, which does the same.
   *
   * @param warmup whether another region server has the region, and this one reads its files only
   */
  @Override
  public void initialize(boolean warmup) throws IOException {
    super.initialize(warmup);
    if (!warmup && shared.isPresent() && !requireWritingToTmpDirFirst()) {
      Path family = store.getRegionFileSystem().getStoreDir(store.getColumnFamilyName());
      try {
        PolicyFolders.deleteUnfinished(
                store.getFileSystem(),
                family,
                LayoutStoreEngine.names(storeFileManager.getStoreFiles()))
            .forEach(file -> LOG.info("deleted an unfinished output {}", file));
      } catch (IOException e) { // the files take room and do no other harm
        LOG.warn("cannot delete unfinished outputs below {}", family, e);
      }
    }
  }

  @Override
  public final boolean needsCompaction(List<HStoreFile> filesCompacting) {
    return standIn == null
        ? policy.needsCompaction(storeFileManager.getStoreFiles(), filesCompacting)
        : standIn.needsCompaction(filesCompacting);
  }

  @Override
  public final CompactionContext createCompaction() throws IOException {
    return standIn == null ? new TieredCompactionContext(this) : standIn.createCompaction();
  }

  @Override
  public final CompactionPolicy getCompactionPolicy() {
    return standIn == null ? super.getCompactionPolicy() : standIn.getCompactionPolicy();
  }

  @Override
  public final Compactor<?> getCompactor() {
    return standIn == null ? super.getCompactor() : standIn.getCompactor();
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

  /**
   * Asks for the next merge: HBase selects one after a flush, and that may fill the next level. Has
   * the store's files settled, since the sizes of outputs are not known before.
   */
  @Override
  public void compactionCommitted() {
    if (standIn == null) {
      CompactionChain.askForNext(store);
      inputsReleased();
      shared.flatMap(RegionServerTiers::audit).ifPresent(audit -> audit.committed(policy.tiers()));
    }
  }

  @Override
  public void inputsReleased() {
    archiver.ifPresent(InputArchiver::archiveSoon);
  }

  @Override
  public boolean hasSeveralOutputs() {
    return false;
  }

  /** Returns HBase's engine, which a compaction server without this class has as well. */
  @Override
  public String compactingEngine() {
    return standIn == null
        ? DateTieredStoreEngine.class.getName()
        : DefaultStoreEngine.class.getName();
  }

  /** Returns the merge with the policy that {@link TierSpill#after} names. */
  @Override
  public Optional<CompactionPlan> planAfter(CompactionPlan merge, List<String> failures) {
    return standIn == null
        ? mergeSpill(MergePlans.policy(merge)).after(failures).map(MergePlans::of)
        : Optional.empty();
  }

  @Override
  public void spilled(CompactionPlan merge, String failure) {
    mergeSpilled(MergePlans.policy(merge), failure);
  }

  /**
   * Returns the order in which the tiers are tried for an output; see {@link TierSpill#ofMerge}.
   */
  TierSpill mergeSpill(Optional<String> own) {
    return TierSpill.ofMerge(plan, own);
  }

  /**
   * Counts and logs that another tier took the output of a merge. The merge is not committed yet.
   *
   * @param policy policy of the output; empty for that of the family's folder
   * @param failure why the first attempt failed; the start of its first line is logged
   */
  void mergeSpilled(Optional<String> policy, String failure) {
    writes.mergeSpilled();
    LOG.warn(
        "merge spilled: store={} tier={} policy={} cause={}",
        store,
        mergeSpill(policy).tier(policy) + 1,
        policy.orElse("*"),
        start(failure));
  }

  /** A compaction server reports a whole stack in one line. */
  private static String start(String failure) {
    String line = failure.lines().findFirst().orElse("");
    return line.substring(0, Math.min(MOST_LOGGED, line.length()));
  }

  /** Deletes a file of a failed attempt; if that fails, HBase or the next opening does it. */
  void deleteUnfinished(Path file) {
    try {
      store.getFileSystem().delete(file, false);
    } catch (IOException e) {
      LOG.warn("cannot delete the unfinished file of a merge: store={} file={}", store, file, e);
    }
  }

  @Override
  public Optional<TierFigures> tiers() {
    return standIn == null ? Optional.of(policy.tiers().figures()) : Optional.empty();
  }

  TieredCompactionPolicy tieredPolicy() {
    return policy;
  }

  /** Returns the compactor; an engine on top may have replaced it. */
  DateTieredCompactor tieredCompactor() {
    return compactor;
  }
}
