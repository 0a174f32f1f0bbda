// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.engine.OutputCheck;
import io.lighter.common.engine.PlanKind;
import io.lighter.common.engine.PlannedEngine;
import io.lighter.common.engine.StoreFileMaker;
import io.lighter.common.engine.TreeEngine;
import io.lighter.common.hbase.FileCacheConfig;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.engine.forest.FlushPieces;
import io.lighter.engine.forest.Forest;
import io.lighter.engine.forest.ForestFile;
import io.lighter.engine.forest.ForestLimits;
import io.lighter.engine.forest.ForestPlan;
import io.lighter.engine.forest.ForestPlanner;
import io.lighter.engine.forest.ForestSettings;
import io.lighter.engine.forest.MajorRound;
import io.lighter.engine.forest.Tree;
import io.lighter.engine.read.FilterSettings;
import io.lighter.engine.read.ResidentFilters;
import io.lighter.engine.read.SearchMode;
import io.lighter.engine.read.SearchPool;
import io.lighter.engine.read.SearchSettings;
import io.lighter.engine.read.StoreFilters;
import io.lighter.engine.read.StoreSearch;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.io.hfile.BloomFilterMetrics;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.FilterView;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.ForestCompactor;
import org.apache.hadoop.hbase.regionserver.compactions.LayoutCompactionPolicy;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a store as trees of files and merges only files that overlap, see {@link
 * io.lighter.engine.forest}.
 */
@InterfaceAudience.Private
@PlanKind(CompactionPlan.KindCase.TREES)
public class ForestStoreEngine extends LayoutStoreEngine
    implements PlannedEngine, TreeEngine, StoreFileMaker {
  private static final Logger LOG = LoggerFactory.getLogger(ForestStoreEngine.class);

  /** Lists all files of a flush in one step. HBase's class is package-private. */
  private static final Class<?> FILE_TRACKER =
      StoreFileTrackerFactory.getTrackerClass(StoreFileTrackerFactory.Trackers.FILE.name());

  private final RunningJobs running = new RunningJobs();

  /** Resident Bloom filters; empty in a store that has none. Set once. */
  private Optional<StoreFilters<HFileBlock>> filters = Optional.empty();

  /** Seeks ahead of reads; empty in a store whose reads are serial. Set once. */
  private Optional<StoreSearch> search = Optional.empty();

  /** The following fields are null in a store without trees. Set once. */
  private ForestPlanner planner;

  private ForestLimits limits;
  private ForestStoreFileManager files;
  private ForestCompactor forestCompactor;
  private MajorRequests majors;
  private HStore owner;

  @Override
  void createParts(Configuration conf, HStore store, CellComparator cells) {
    owner = store;
    limits = limits(conf, store);
    planner =
        new ForestPlanner(limits, problem -> LOG.error("not compacted: {}; {}", problem, store));
    majors = new MajorRequests(store);
    filters = filters(conf, store);
    search = search(conf, store);
    files = new ForestStoreFileManager(cells, conf, limits, this::endReads);
    storeFileManager = files;
    compactionPolicy = new LayoutCompactionPolicy(conf, store);
    storeFlusher = flusher(conf, store);
    forestCompactor = new ForestCompactor(conf, store);
    compactor = forestCompactor;
  }

  /** Opens a file of a store whose engine this is; not called underneath another engine. */
  @Override
  public HStoreFile createStoreFileAndReader(StoreFileInfo info) throws IOException {
    if (hasDefaultEngine()) {
      return super.createStoreFileAndReader(info);
    }
    info.setRegionCoprocessorHost(owner.getCoprocessorHost());
    HStoreFile file =
        makeStoreFile(
            info,
            owner.getColumnFamilyDescriptor().getBloomFilterType(),
            owner.getCacheConfig(),
            getBloomFilterMetrics());
    file.initReader();
    return file;
  }

  @Override
  public HStoreFile makeStoreFile(
      StoreFileInfo info, BloomType filter, CacheConfig cache, BloomFilterMetrics metrics) {
    return hasDefaultEngine()
        ? new HStoreFile(info, filter, cache, metrics)
        : new ForestStoreFile(info, filter, withFilters(cache), metrics, search);
  }

  /** Returns this class: a subclass may exist on region servers only. */
  @Override
  public String compactingEngine() {
    return hasDefaultEngine()
        ? DefaultStoreEngine.class.getName()
        : ForestStoreEngine.class.getName();
  }

  @Override
  public OutputCheck outputCheck(CompactionPlan plan, Collection<HStoreFile> inputs) {
    return plan.hasTrees() ? new ForestOutputCheck(plan.getTrees(), inputs) : OutputCheck.NONE;
  }

  /** Returns the limits that {@code conf} sets; a bad value is logged, and its default is used. */
  protected ForestLimits limits(Configuration conf, HStore store) {
    ForestLimits limits =
        ForestSettings.limits(
            conf,
            store.getMemStoreFlushSize(),
            problem -> LOG.error("{}; store {}", problem, store));
    if (store.getHRegion().getRegionServerServices() != null) { // others hold no flush back
      ForestSettings.depthProblem(
              limits, regionBytes(conf, store), LayoutFileManager.blockingFiles(conf))
          .ifPresent(problem -> LOG.warn("{}; store {}", problem, store));
    }
    return limits;
  }

  /** Returns HBase's flusher for flushes of one file, and one that divides them for several. */
  private StoreFlusher flusher(Configuration conf, HStore store) {
    boolean flushes = store.getHRegion().getRegionServerServices() != null;
    FlushPieces pieces =
        FlushPieces.of(
            conf,
            limits,
            StoreFileTrackerFactory.getTrackerClass(conf) == FILE_TRACKER,
            problem -> {
              if (flushes) { // a compaction server has a tracker of its own
                LOG.error("{}; store {}", problem, store);
              }
            });
    return pieces.most() == 1
        ? new DefaultStoreFlusher(conf, store)
        : new ForestFlusher(conf, store, pieces);
  }

  private Optional<StoreFilters<HFileBlock>> filters(Configuration conf, HStore store) {
    if (!FilterSettings.isResident(conf, problem -> LOG.error("{}; store {}", problem, store))) {
      return Optional.empty();
    }
    BloomType type = store.getColumnFamilyDescriptor().getBloomFilterType();
    FilterSettings.notice(conf, type != BloomType.NONE)
        .ifPresent(notice -> LOG.info("{}; store {}", notice, store));
    return filterMemory(store).filter(memory -> memory.limit() > 0).map(StoreFilters::new);
  }

  /** Returns the memory for resident filters; empty without a region server, as in tools. */
  protected Optional<ResidentFilters> filterMemory(HStore store) {
    return Optional.ofNullable(store.getHRegion().getRegionServerServices())
        .map(RegionServerFilters::of);
  }

  private Optional<StoreSearch> search(Configuration conf, HStore store) {
    SearchMode mode =
        SearchSettings.mode(conf, problem -> LOG.error("{}; store {}", problem, store));
    return switch (mode) {
      case SERIAL -> Optional.empty();
      case FIXED -> searchPool(store).map(StoreSearch::fixed);
      case ADAPTIVE -> searchPool(store).map(StoreSearch::adaptive);
    };
  }

  /** Returns the threads that seek ahead; empty without a region server, as in tools. */
  protected Optional<SearchPool> searchPool(HStore store) {
    return Optional.ofNullable(store.getHRegion().getRegionServerServices())
        .map(RegionServerSearch::of);
  }

  /** Called before the store closes its files. */
  private void endReads() {
    search.ifPresent(StoreSearch::close);
    filters.ifPresent(StoreFilters::close);
  }

  /**
   * Returns {@code cache} with resident Bloom filters of one file in front, if the store has any.
   */
  private CacheConfig withFilters(CacheConfig cache) {
    return filters
        .flatMap(store -> cache.getBlockCache().map(all -> new FilterView(all, store.newFile())))
        .<CacheConfig>map(view -> new FileCacheConfig(cache, view))
        .orElse(cache);
  }

  @Override
  boolean isDue(List<HStoreFile> filesCompacting) {
    return plan(files.snapshot().layout(), names(filesCompacting)).isPresent();
  }

  @Override
  CompactionContext newCompaction() {
    return new ForestCompactionContext(this);
  }

  @Override
  public List<TreeOfFiles> trees() {
    return hasDefaultEngine()
        ? List.of()
        : files.snapshot().layout().trees().stream().map(ForestStoreEngine::shown).toList();
  }

  private static TreeOfFiles shown(Tree tree) {
    List<List<ForestFile>> due = tree.dueClusters();
    return new TreeOfFiles(
        tree.stage(),
        tree.files().stream().map(ForestFile::name).collect(Collectors.toSet()),
        tree.files().stream().mapToLong(ForestFile::bytes).sum(),
        due.size(),
        due.stream().flatMap(List::stream).mapToLong(ForestFile::bytes).sum());
  }

  ForestLimits limits() {
    return limits;
  }

  ForestStoreFileManager files() {
    return files;
  }

  ForestCompactor forestCompactor() {
    return forestCompactor;
  }

  MajorRequests majors() {
    return majors;
  }

  private Optional<ForestPlan> plan(Forest forest, Set<String> busy) {
    return planner.next(forest, busy, running.count(busy), majorRound());
  }

  /**
   * Returns the next compaction, which counts as running from then on.
   *
   * @param filesCompacting all files that HBase compacts; none is added during the call
   */
  Optional<ForestPlan> select(Forest forest, List<HStoreFile> filesCompacting) {
    Set<String> busy = names(filesCompacting);
    running.retain(busy);
    return counted(plan(forest, busy));
  }

  /** Returns a compaction of what a coprocessor chose, which counts as running from then on. */
  Optional<ForestPlan> selectChosen(Forest forest, List<ForestFile> chosen) {
    return counted(planner.chosen(forest, chosen));
  }

  private Optional<ForestPlan> counted(Optional<ForestPlan> plan) {
    plan.ifPresent(job -> running.add(job.inputs().stream().map(ForestFile::name).toList()));
    return plan;
  }

  private MajorRound majorRound() {
    long ttl = owner.getScanInfo().getTtl();
    return new MajorRound(
        majors.requested(),
        majors.periodic(compactionPolicy.getConf()),
        ttl == Long.MAX_VALUE ? Long.MIN_VALUE : EnvironmentEdgeManager.currentTime() - ttl);
  }
}
