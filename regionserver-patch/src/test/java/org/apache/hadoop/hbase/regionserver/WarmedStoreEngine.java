// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.engine.InputsListener;
import io.lighter.common.engine.StoreFileMaker;
import io.lighter.regionserver.engine.EngineDelegate;
import io.lighter.regionserver.engine.ReplicaCompaction;
import io.lighter.regionserver.output.PendingOutput;
import io.lighter.regionserver.output.PendingOutputs;
import io.lighter.regionserver.output.RegionFence;
import io.lighter.regionserver.warmup.RegionServerWarmups;
import io.lighter.regionserver.warmup.RoutedStoreFileManager;
import io.lighter.regionserver.warmup.StoreWarmups;
import io.lighter.regionserver.warmup.WarmupSettings;
import io.lighter.regionserver.warmup.remote.RetainedOutput;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionPolicy;
import org.apache.hadoop.hbase.regionserver.compactions.Compactor;

/**
 * The warm-up half of Lighter's engine, for a region without a region server: all compactions are
 * local and HBase's own. HBase creates the engine, hence the static part.
 */
public class WarmedStoreEngine
    extends StoreEngine<StoreFlusher, CompactionPolicy, Compactor<?>, StoreFileManager>
    implements InputsListener {
  private static final AtomicReference<Shared> SHARED = new AtomicReference<>();

  private StoreEngine<?, ?, ?, ?> delegate;
  private HStore store;
  private StoreWarmups warmups;
  private final PendingOutputs pending = new PendingOutputs();

  /**
   * Shared parts of all stores.
   *
   * @param retained server that seems to retain each output; null if none does
   * @param commitFails whether every commit of a compaction fails
   * @param servers compaction servers that a secondary replica asks for an output
   * @param enabled whether warm-ups are on, asked at each commit
   * @param whole whether the warm-up caches all blocks of each output
   */
  record Shared(
      RegionServerWarmups warmups,
      RetainedOutput retained,
      boolean commitFails,
      List<ServerName> servers,
      BooleanSupplier enabled,
      boolean whole) {
    Shared(
        RegionServerWarmups warmups,
        RetainedOutput retained,
        boolean commitFails,
        List<ServerName> servers,
        BooleanSupplier enabled) {
      this(warmups, retained, commitFails, servers, enabled, false);
    }

    Shared(
        RegionServerWarmups warmups,
        RetainedOutput retained,
        boolean commitFails,
        List<ServerName> servers) {
      this(warmups, retained, commitFails, servers, () -> true);
    }

    Shared(RegionServerWarmups warmups, RetainedOutput retained, boolean commitFails) {
      this(warmups, retained, commitFails, List.of());
    }
  }

  /** Sets the shared parts of all stores that open from now on. */
  static void share(Shared shared) {
    SHARED.set(shared);
  }

  @Override
  public void inputsReleased() {
    if (delegate instanceof InputsListener listener) {
      listener.inputsReleased();
    }
  }

  @Override
  public boolean needsCompaction(List<HStoreFile> filesCompacting) {
    return delegate.needsCompaction(filesCompacting);
  }

  @Override
  public CompactionContext createCompaction() throws IOException {
    return new ObservedCompaction(delegate.createCompaction(), this::retainOutput);
  }

  @Override
  protected void createComponents(Configuration conf, HStore owner, CellComparator cellComparator)
      throws IOException {
    store = owner;
    delegate =
        StoreEngine.create(
            owner,
            EngineDelegate.configuration(conf, WarmedStoreEngine.class, "test"),
            cellComparator);
    try {
      warmups =
          StoreWarmups.of(
              owner,
              this,
              WarmupSettings.of(LighterConfiguration.of(conf)),
              SHARED.get().warmups(),
              pending,
              SHARED.get().enabled(),
              Runnable::run,
              region -> SHARED.get().servers());
    } catch (ConfigurationException e) {
      throw new IOException(e);
    }
    storeFlusher = delegate.getStoreFlusher();
    compactionPolicy = delegate.getCompactionPolicy();
    compactor = delegate.getCompactor();
    storeFileManager = new RoutedStoreFileManager(delegate.getStoreFileManager(), warmups);
  }

  @Override
  public HStoreFile createStoreFileAndReader(StoreFileInfo info) throws IOException {
    Optional<BlockCache> cache = warmups.cacheFor(info.getPath().getName());
    if (delegate instanceof StoreFileMaker maker) {
      return StoreFileOpener.open(store, info, maker, cache, getBloomFilterMetrics());
    }
    return cache.isPresent()
        ? StoreFileOpener.open(store, info, HStoreFile::new, cache, getBloomFilterMetrics())
        : super.createStoreFileAndReader(info);
  }

  @Override
  public void replaceStoreFiles(
      Collection<HStoreFile> compactedFiles,
      Collection<HStoreFile> newFiles,
      IOExceptionRunnable walMarkerWriter,
      Runnable actionUnderLock)
      throws IOException {
    StoreWarmups.Commit change =
        () -> {
          if (SHARED.get().commitFails()) {
            throw new IOException("the commit fails");
          }
          super.replaceStoreFiles(compactedFiles, newFiles, walMarkerWriter, actionUnderLock);
        };
    if (store.isPrimaryReplicaStore()) {
      warmups.commit(compactedFiles, newFiles, change);
    } else {
      ReplicaCompaction<HStoreFile> compaction = ReplicaCompaction.of(compactedFiles, newFiles);
      warmups.commitOnReplica(
          compaction.inputs(),
          compaction.outputs(),
          () -> ReplicaCompaction.committedMillis(compaction),
          change);
    }
  }

  StoreWarmups warmups() {
    return warmups;
  }

  private void retainOutput(List<Path> output) throws IOException {
    RetainedOutput retained = SHARED.get().retained();
    boolean whole = SHARED.get().whole();
    if (retained != null || whole) {
      Set<String> names = output.stream().map(Path::getName).collect(Collectors.toSet());
      RegionFence fence =
          RegionFence.raise(store.getFileSystem(), store.getRegionFileSystem().getTempDir());
      pending.add(new PendingOutput(names, fence, Optional.ofNullable(retained), whole));
    }
  }
}
