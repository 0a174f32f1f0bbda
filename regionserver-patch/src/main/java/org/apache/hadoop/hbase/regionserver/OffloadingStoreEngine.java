// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.OutputPlace;
import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.engine.CommitListener;
import io.lighter.common.engine.InputsListener;
import io.lighter.common.engine.StoreFileMaker;
import io.lighter.common.engine.TierEngine;
import io.lighter.common.engine.TierFigures;
import io.lighter.common.engine.TreeEngine;
import io.lighter.common.hbase.HBaseRelease;
import io.lighter.regionserver.engine.AbandonedFiles;
import io.lighter.regionserver.engine.EngineDelegate;
import io.lighter.regionserver.engine.OffloadingCompactionContext;
import io.lighter.regionserver.engine.OffloadingStripeCompactor;
import io.lighter.regionserver.engine.ReplicaCompaction;
import io.lighter.regionserver.engine.ReplicaFiles;
import io.lighter.regionserver.engine.StoreChanges;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.offload.OffloadRules;
import io.lighter.regionserver.offload.StoreOffload;
import io.lighter.regionserver.warmup.RoutedStoreFileManager;
import io.lighter.regionserver.warmup.StoreWarmups;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTracker;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store engine that HBase loads ({@code hbase.hstore.engine.class}). The engine wraps another
 * one ({@code lighter.engine.delegate}), may offload its compactions, and warms the block cache
 * with their output.
 *
 * <p>The class is in HBase's package because {@link StoreEngine} and its parts are. Selection,
 * flushing and the structure of the store stay with the engine underneath, whose parts this engine
 * uses. HBase keeps the commit.
 *
 * <p>A site may name this engine for all tables, and switch Lighter on for some of them ({@code
 * lighter.offload.enabled}). A store for which Lighter is off works as with the engine underneath
 * alone: same selection, same files, same writer.
 *
 * <p>A region opens despite a wrong {@code lighter.*} value: the value is logged, and the store's
 * compactions are local. A region whose engine cannot be loaded does not open, as in HBase.
 */
@InterfaceAudience.Private
public class OffloadingStoreEngine extends CommitHookStoreEngine implements InputsListener {
  private static final Logger LOG = LoggerFactory.getLogger(OffloadingStoreEngine.class);

  /** All fields are set once by {@link #createComponents}, before the store is published. */
  private StoreEngine<?, ?, ?, ?> delegate;

  private StoreOffload offload;
  private HStore store;

  private AbandonedFiles abandoned;

  /** Creates the writers of write-through compactions; null for other stores. */
  private StoreFileTracker writingThrough;

  /** Lists the files of the store; read-only. */
  private StoreFileTracker folder;

  /** Files of a secondary replica; null for a primary one. */
  private ReplicaFiles replicaFiles;

  private final StoreChanges changes = new StoreChanges();

  @Override
  public boolean needsCompaction(List<HStoreFile> filesCompacting) {
    return delegate.needsCompaction(filesCompacting) || offload.hasLeftJob();
  }

  @Override
  public CompactionContext createCompaction() throws IOException {
    // The stripe engine's compactor calls the offload itself.
    return delegate instanceof StripeStoreEngine
        ? delegate.createCompaction()
        : new OffloadingCompactionContext(delegate.createCompaction(), offload);
  }

  @Override
  protected void createComponents(Configuration conf, HStore store, CellComparator cellComparator)
      throws IOException {
    Configuration delegateConf =
        EngineDelegate.configuration(
            conf,
            OffloadingStoreEngine.class,
            describe(store),
            store.getTableName(),
            cellComparator);
    delegate = StoreEngine.create(store, delegateConf, cellComparator);
    this.store = store;
    folder = StoreFileReferences.reader(store, conf);
    offload = createOffload(conf, store);
    if (delegate instanceof StripeStoreEngine stripe
        && EngineDelegate.isOffloadable(delegate, conf)) {
      stripe.compactor = new OffloadingStripeCompactor(delegateConf, store, offload);
    } else {
      OrderedOutputs.install(delegate, delegateConf, store);
    }
    if (delegate instanceof DateTieredStoreEngine tiers) {
      TierOrder.install(tiers, delegateConf, cellComparator);
    }
    if (delegate instanceof StripeStoreEngine stripe
        && stripe.storeFlusher.getClass() == StripeStoreFlusher.class) {
      BothWaysStripes.install(stripe, delegateConf, store, cellComparator);
      stripe.storeFlusher = OrderedStripeFlusher.of(delegateConf, store, stripe);
    }
    storeFlusher = delegate.getStoreFlusher();
    compactionPolicy = delegate.getCompactionPolicy();
    compactor = offload.withInFlightProgress(delegateConf, delegate.getCompactor());
    storeFileManager =
        offload.isPassive() && !EngineDelegate.hasSeveralOutputs(delegate)
            ? delegate.getStoreFileManager()
            : new RoutedStoreFileManager(delegate.getStoreFileManager(), offload.warmups());
    if (offload.warmups().writesThrough()) {
      writingThrough = WriteThrough.tracker(conf, store);
    }
    abandoned = new AbandonedFiles(store, conf);
    replicaFiles =
        store.isPrimaryReplicaStore() ? null : new ReplicaFiles(offload.warmups().warmsReplica());
  }

  @Override
  public void initialize(boolean warmup) throws IOException {
    boolean isOwner =
        store.isPrimaryReplicaStore()
            && store.getHRegion().getRegionServerServices() != null
            && !warmup;
    if (!isOwner) {
      if (warmup && abandoned.writesNewList()) {
        loadAndWriteNothing();
      } else {
        super.initialize(warmup);
      }
      if (replicaFiles != null && !warmup) {
        addInputsThatMayBeNeeded();
      }
      return;
    }
    abandoned.fenceEarlierOwners();
    abandoned.archiveBeforeLoading();
    super.initialize(false);
    abandoned.deleteClaimed(storeFileManager.getStoreFiles(), requireWritingToTmpDirFirst());
    try {
      abandoned.archiveAfterLoading(
          storeFileManager.getStoreFiles(), requireWritingToTmpDirFirst());
    } catch (IOException | RuntimeException e) { // a region that fails to open closes no store
      StoreFileReferences.close(storeFileManager.clearFiles());
      throw e;
    }
    abandoned.deleteUnfinished(storeFileManager.getStoreFiles(), requireWritingToTmpDirFirst());
    offload.opened(storeFileManager.getStoreFiles());
  }

  /** Adds inputs of compactions that may be uncommitted; HBase has left out all inputs. */
  private void addInputsThatMayBeNeeded() {
    try {
      refreshStoreFiles();
    } catch (IOException | IllegalStateException e) { // stripes reject files that do not fit
      LOG.warn("replica opens without uncommitted inputs: {}", describe(store), e);
    }
  }

  /**
   * Loads the store without writing the tracker's list, for a region that HBase opens to cache its
   * files' metadata before a move. Another region server still owns the region. HBase's way would
   * write a migrating tracker's list, which would take precedence over later writes of the owner.
   */
  private void loadAndWriteNothing() throws IOException {
    List<HStoreFile> files = new ArrayList<>();
    try {
      for (StoreFileInfo info : abandoned.inFolder()) {
        files.add(createStoreFileAndReader(info));
      }
    } catch (IOException | RuntimeException e) {
      StoreFileReferences.close(files);
      throw e;
    }
    storeFileManager.loadFiles(files);
  }

  /**
   * Picks up files that another process added to the folder, and drops files that are gone. Not a
   * compaction, so no warm-up starts.
   *
   * <p>HBase calls the method for secondary replicas, and for a primary replica on request of a
   * coprocessor. A primary leaves out files that are about to be committed.
   */
  @Override
  public void refreshStoreFiles() throws IOException {
    changes.refresh(
        () -> {
          Set<String> compacted = StoreChanges.names(storeFileManager.getCompactedfiles());
          List<StoreFileInfo> found = folder.load();
          Set<String> names =
              replicaFiles == null ? committed(found) : chooseFrom(found, compacted);
          names.removeAll(compacted);
          if (names.equals(StoreChanges.names(storeFileManager.getStoreFiles()))) {
            return;
          }
          if (replicaFiles == null) {
            super.refreshStoreFiles(names);
          } else {
            changeFilesTo(names, found);
          }
        });
  }

  /**
   * Opens the missing files of a secondary replica, and drops the superfluous ones, in one change.
   * Files are compared by name and opened as they were listed.
   *
   * <p>HBase's refresh by names would look up each file again ({@code
   * StoreEngine.refreshStoreFiles(Collection)}), and would find a file in the archive that the
   * primary has archived since the listing. HBase would then drop the open file, open the archived
   * one, and leave it out if an output that lists it is opened at the same time. Reads of the
   * compaction's other inputs would miss the delete markers of the archived ones.
   *
   * @param names names of the files that the store has afterwards
   * @param found files in the folder, {@code names} among them
   */
  private void changeFilesTo(Set<String> names, List<StoreFileInfo> found) throws IOException {
    List<HStoreFile> open = List.copyOf(storeFileManager.getStoreFiles());
    List<HStoreFile> removed =
        open.stream().filter(file -> !names.contains(file.getPath().getName())).toList();
    Set<String> openNames = StoreChanges.names(open);
    List<HStoreFile> opened = new ArrayList<>();
    List<HStoreFile> unused = new ArrayList<>();
    try {
      for (StoreFileInfo info : found) {
        String name = info.getPath().getName();
        if (names.contains(name) && !openNames.contains(name)) {
          info.setConf(store.conf); // HBase's refresh does the same, for the family's settings
          HStoreFile file = createStoreFileAndReader(info);
          unused.add(file);
          opened.add(file);
        }
      }
      LOG.info("replica files changed: {} opened={} dropped={}", describe(store), opened, removed);
      commitOnReplica(
          removed,
          opened,
          () -> {
            super.replaceStoreFiles(removed, opened, () -> {}, () -> {});
            unused.clear(); // a failure to start a warm-up must not close files in use
          });
    } finally {
      StoreFileReferences.close(unused);
    }
  }

  /**
   * Replaces all files of a secondary replica by its primary's committed files. HBase calls the
   * method when the primary's WAL shows that the region has opened.
   */
  @Override
  public void refreshStoreFiles(Collection<String> newFiles) throws IOException {
    changes.refresh(
        () -> {
          if (replicaFiles != null) {
            replicaFiles.committed(newFiles);
          }
          super.refreshStoreFiles(newFiles);
        });
  }

  /** Returns the names of committed files: a tracker's whole list, or a part of a folder. */
  private Set<String> committed(List<StoreFileInfo> found) {
    return requireWritingToTmpDirFirst()
        ? changes.committed(found)
        : found.stream().map(info -> info.getPath().getName()).collect(Collectors.toSet());
  }

  /**
   * Chooses the files of a secondary replica, and adds those that must precede the others ({@link
   * ReplicaFiles.Choice#inputsToOpen}).
   *
   * @param compacted names of files that a replayed compaction has replaced; not opened again
   * @return names of all files that the replica reads from now on
   */
  private Set<String> chooseFrom(List<StoreFileInfo> found, Set<String> compacted)
      throws IOException {
    ReplicaFiles.Choice choice =
        replicaFiles.choose(found, storeFileManager.getStoreFiles(), compacted, this::originOf);
    List<HStoreFile> inputs = new ArrayList<>();
    try {
      for (StoreFileInfo input : choice.inputsToOpen()) {
        if (!compacted.contains(input.getPath().getName())) {
          input.setConf(store.conf);
          inputs.add(createStoreFileAndReader(input));
        }
      }
      for (List<HStoreFile> added : stepsOldestFirst(inputs)) {
        super.replaceStoreFiles(List.of(), added, () -> {}, () -> {});
        inputs.removeAll(added);
      }
    } finally {
      StoreFileReferences.close(inputs);
    }
    return choice.names();
  }

  /**
   * Divides files into the steps in which a replica adds them, the oldest files first. A read
   * between two steps may miss the newest cells, but none that are older than the cells it returns.
   *
   * <p>Each file of a stripe has its own step, since HBase's stripes reject two files for one new
   * stripe in the same change ({@code StripeStoreFileManager}). Files without a stripe share steps.
   */
  static List<List<HStoreFile>> stepsOldestFirst(List<HStoreFile> files) {
    List<List<HStoreFile>> steps = new ArrayList<>();
    boolean mayAddToLast = false;
    List<HStoreFile> oldestFirst = new ArrayList<>(files);
    oldestFirst.sort(
        Comparator.comparingLong(HStoreFile::getMaxSequenceId)
            .thenComparing(OffloadingStoreEngine::isOfAStripe)); // an output after its inputs
    for (HStoreFile file : oldestFirst) {
      if (isOfAStripe(file) || !mayAddToLast) {
        steps.add(new ArrayList<>());
      }
      steps.get(steps.size() - 1).add(file);
      mayAddToLast = !isOfAStripe(file);
    }
    return steps;
  }

  private static boolean isOfAStripe(HStoreFile file) {
    return file.getMetadataValue(StripeStoreFileManager.STRIPE_END_KEY) != null;
  }

  private ReplicaFiles.Origin originOf(StoreFileInfo info) throws IOException {
    HStoreFile file = super.createStoreFileAndReader(info);
    try {
      return ReplicaFiles.Origin.of(file);
    } finally {
      file.closeStoreFile(false);
    }
  }

  @Override
  List<HStoreFile> commit(List<Path> files, Commit hbaseCommit) throws IOException {
    changes.moving(files);
    return offload.commit(files, hbaseCommit::run);
  }

  /**
   * Commits a compaction, and warms its output before or after the commit. Warming takes place
   * outside the store's lock. A secondary replica makes the part of the change that no refresh has
   * made before.
   */
  @Override
  public void replaceStoreFiles(
      Collection<HStoreFile> compactedFiles,
      Collection<HStoreFile> newFiles,
      IOExceptionRunnable walMarkerWriter,
      Runnable actionUnderLock)
      throws IOException {
    if (changes.isRefresh()) {
      super.replaceStoreFiles(compactedFiles, newFiles, walMarkerWriter, actionUnderLock);
      return;
    }
    if (replicaFiles == null) {
      StoreWarmups.Commit change =
          () ->
              changes.change(
                  () -> {
                    super.replaceStoreFiles(
                        compactedFiles, notYetThere(newFiles), walMarkerWriter, actionUnderLock);
                    changes.added(newFiles);
                  });
      offload.warmups().commit(compactedFiles, newFiles, change);
      if (delegate instanceof CommitListener listener
          && !compactedFiles.isEmpty()
          && !newFiles.isEmpty()) {
        listener.compactionCommitted();
      }
      return;
    }
    changes.change(
        () -> {
          Collection<HStoreFile> open = List.copyOf(storeFileManager.getStoreFiles());
          replicaFiles.compacted(compactedFiles, open);
          replicaFiles.compacted(compactedFiles, newFiles);
          List<HStoreFile> removed = compactedFiles.stream().filter(open::contains).toList();
          Collection<HStoreFile> added = notYetThere(newFiles);
          commitOnReplica(
              removed,
              added,
              () -> super.replaceStoreFiles(removed, added, walMarkerWriter, actionUnderLock));
        });
  }

  /** Changes the files of a secondary replica, and warms it if the change is a compaction. */
  private void commitOnReplica(
      Collection<HStoreFile> removed, Collection<HStoreFile> added, StoreWarmups.Commit change)
      throws IOException {
    ReplicaCompaction<HStoreFile> compaction = ReplicaCompaction.of(removed, added);
    offload
        .warmups()
        .commitOnReplica(
            compaction.inputs(),
            compaction.outputs(),
            () -> ReplicaCompaction.committedMillis(compaction),
            change);
  }

  @Override
  public void addStoreFiles(
      Collection<HStoreFile> storeFiles, IOExceptionRunnable actionAfterAdding) throws IOException {
    changes.change(
        () -> {
          super.addStoreFiles(notYetThere(storeFiles), actionAfterAdding);
          changes.added(storeFiles);
        });
  }

  /** Leaves out files of a bulk load or the primary's WAL that a refresh has added already. */
  private Collection<HStoreFile> notYetThere(Collection<HStoreFile> newFiles) {
    Set<String> there = StoreChanges.names(storeFileManager.getStoreFiles());
    return newFiles.stream().filter(file -> !there.contains(file.getPath().getName())).toList();
  }

  @Override
  public HStoreFile createStoreFileAndReader(StoreFileInfo info) throws IOException {
    Optional<BlockCache> cache = offload.warmups().cacheFor(info.getPath().getName());
    if (delegate instanceof StoreFileMaker maker) {
      return StoreFileOpener.open(store, info, maker, cache, getBloomFilterMetrics());
    }
    return cache.isPresent()
        ? StoreFileOpener.open(store, info, HStoreFile::new, cache, getBloomFilterMetrics())
        : super.createStoreFileAndReader(info);
  }

  @Override
  public StoreFileWriter createWriter(CreateStoreFileWriterParams params) throws IOException {
    if (offload.isPassive()) { // historical files need HBase's own engine name
      return delegate.createWriter(params);
    }
    return writingThrough != null && params.isCompaction()
        ? writingThrough.createWriter(params)
        : super.createWriter(params);
  }

  /** Class name of the engine that this engine decorates. */
  public String engineUnderneath() {
    return delegate.getClass().getName();
  }

  /** The trees of the engine that this engine decorates; none if it has no trees. */
  public List<TreeEngine.TreeOfFiles> trees() {
    return delegate instanceof TreeEngine engine ? engine.trees() : List.of();
  }

  /** The levels of the engine that this engine decorates; empty if it has no levels. */
  public Optional<TierFigures> tiers() {
    return delegate instanceof TierEngine engine ? engine.tiers() : Optional.empty();
  }

  /** Warm-ups of this store. */
  public StoreWarmups warmups() {
    return offload.warmups();
  }

  private StoreOffload createOffload(Configuration conf, HStore store) throws IOException {
    RegionServerServices services = store.getHRegion().getRegionServerServices();
    Optional<LocalReason> leftAlone = OffloadRules.reasonToLeaveAlone(store, conf);
    Optional<OutputPlace> place = outputPlace();
    OutputPlace ofCommits = place.orElse(OutputPlace.JOB_FOLDER);
    if (services == null || services.getZooKeeper() == null) { // a test or a tool opened the store
      return StoreOffload.outsideRegionServer(
          store, leftAlone.orElse(LocalReason.NO_REGION_SERVER), ofCommits);
    }
    if (leftAlone.isPresent()) {
      return StoreOffload.local(store, leftAlone.get(), ofCommits, services);
    }
    if (place.isEmpty()) {
      LOG.warn(
          "compactions are local: {} reason={} does not promise atomic renames, and {} keeps no list"
              + " of files; use {}=FILE",
          describe(store),
          store.getFileSystem().getUri(),
          folder.getClass().getSimpleName(),
          StoreFileTrackerFactory.TRACKER_IMPL);
      return StoreOffload.local(store, LocalReason.NO_ATOMIC_RENAME, ofCommits, services);
    }
    return createOffload(conf, store, place.get(), services);
  }

  private Optional<OutputPlace> outputPlace() throws IOException {
    return OutputPlace.of(
        store.getFileSystem(),
        store.getRegionFileSystem().getRegionDir(),
        !folder.requireWritingToTmpDirFirst());
  }

  @Override
  public void inputsReleased() {
    if (delegate instanceof InputsListener listener) {
      listener.inputsReleased();
    }
  }

  private StoreOffload createOffload(
      Configuration conf, HStore store, OutputPlace place, RegionServerServices server)
      throws IOException {
    Optional<String> versionProblem = HBaseRelease.problem();
    if (versionProblem.isPresent()) {
      LOG.error("compactions are local: {} reason={}", describe(store), versionProblem.get());
      return StoreOffload.local(store, LocalReason.INVALID_CONFIGURATION, place, server);
    }
    if (!EngineDelegate.isOffloadable(delegate, conf)) {
      LOG.warn(
          "compactions are local: {} reason=cannot offload {} (or its compactor, data tiering, {})",
          describe(store),
          delegate.getClass().getName(),
          StoreFileWriter.ENABLE_HISTORICAL_COMPACTION_FILES);
      return StoreOffload.local(store, LocalReason.UNSUPPORTED_ENGINE, place, server);
    }
    try {
      return StoreOffload.of(
          store,
          this,
          EngineDelegate.offloadedPlans(delegate),
          place,
          LighterConfiguration.of(conf),
          server);
    } catch (ConfigurationException e) {
      LOG.error("compactions are local: {} reason={}", describe(store), e.problems());
      return StoreOffload.local(store, LocalReason.INVALID_CONFIGURATION, place, server);
    }
  }

  private static String describe(HStore store) {
    return "table=" + store.getTableName() + " family=" + store.getColumnFamilyName();
  }
}
