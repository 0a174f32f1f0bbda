// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.common.engine.InputsListener;
import io.lighter.common.protocol.LighterProtos.StoreFileName;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.master.cleaner.TimeToLiveHFileCleaner;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.ReportedCompactions;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreFileManager;
import org.apache.hadoop.hbase.regionserver.StoreLock;

/** The parts of a store that a warm-up uses. Immutable. */
public final class StoreParts {
  private static final long LOCK_WAIT_MS = 5;
  private static final long LOCK_PAUSE_MS = 200;

  private final HStore store;
  private final StoreEngine<?, ?, ?, ?> engine;

  public StoreParts(HStore store, StoreEngine<?, ?, ?, ?> engine) {
    this.store = store;
    this.engine = engine;
  }

  String table() {
    return store.getTableName().getNameAsString();
  }

  String family() {
    return store.getColumnFamilyName();
  }

  public RegionInfo region() {
    return store.getRegionInfo();
  }

  /** Whether the family's data blocks are cached when they are read. */
  public boolean cachesData() {
    CacheConfig conf = store.getCacheConfig();
    return conf != null && conf.getBlockCache().isPresent() && conf.shouldCacheDataOnRead();
  }

  /** Whether the cache has blocks as on disk, while a compaction server retains them unpacked. */
  boolean cachesPacked() {
    return store.getCacheConfig().shouldCacheDataCompressed();
  }

  public BlockCache cache() {
    return store.getCacheConfig().getBlockCache().orElseThrow();
  }

  public boolean inMemory() {
    return store.getCacheConfig().isInMemory();
  }

  boolean isPrimary() {
    return store.isPrimaryReplicaStore();
  }

  /** Id of the replica, 0 for the primary. */
  int replica() {
    return region().getReplicaId();
  }

  /** A file of this store as the region's primary replica names it. */
  StoreFileName nameAtPrimary(HStoreFile file) {
    return StoreFileName.newBuilder()
        .setRegion(RegionReplicaUtil.getRegionInfoForDefaultReplica(region()).getEncodedName())
        .setFamily(family())
        .setName(file.getPath().getName())
        .build();
  }

  /** Time from the archiving of a file until HBase deletes the file. */
  Duration archiveLife() {
    return Duration.ofMillis(
        store
            .getReadOnlyConfiguration()
            .getLong(TimeToLiveHFileCleaner.TTL_CONF_KEY, TimeToLiveHFileCleaner.DEFAULT_TTL));
  }

  /** Whether secondary replicas read the store's folder, of which this store archives files. */
  boolean hasReplicas() {
    return isPrimary() && secondaries() > 0;
  }

  /** Number of the region's secondary replicas. */
  int secondaries() {
    return store.getHRegion().getTableDescriptor().getRegionReplication() - 1;
  }

  boolean isSystemTable() {
    return store.getTableName().isSystemTable();
  }

  /** Whether the region is open; false once the region closes. A secondary is never writable. */
  boolean isOpen() {
    return isPrimary() ? store.areWritesEnabled() : isServed();
  }

  /** Whether reads arrive; unlike {@link #isOpen}, also true for a read-only table. */
  public boolean isServed() {
    return store.getHRegion().isAvailable();
  }

  /**
   * Makes HBase report a major compaction of the region.
   *
   * @return action that ends the report; run once
   */
  Runnable reportCompaction() {
    return ReportedCompactions.begin(store);
  }

  /** Length of the present files; of a split's reference, of the referenced half. */
  public long fileBytes() {
    engine.readLock();
    try {
      return RoutedFiles.bytes(engine.getStoreFileManager().getStoreFiles());
    } finally {
      engine.readUnlock();
    }
  }

  /** Uncompressed length of the present files, see {@link #fileBytes}. */
  public long uncompressedFileBytes() {
    engine.readLock();
    try {
      return engine.getStoreFileManager().getStoreFiles().stream()
          .mapToLong(file -> file.getReader().getTotalUncompressedBytes())
          .sum();
    } finally {
      engine.readUnlock();
    }
  }

  /**
   * Pins the present files until their release; none once the store has closed. Files of a store
   * for which Lighter is off are not pinned: a close of that store releases no pins, and a
   * compacted file that has one would be data again after a split or merge.
   */
  public PinnedFiles pinFiles(StoreWarmups warmups) {
    engine.readLock();
    try {
      StoreFileManager manager = engine.getStoreFileManager();
      List<HStoreFile> files = List.copyOf(manager.getStoreFiles());
      return manager instanceof RoutedStoreFileManager
          ? warmups.pin(files)
          : PinnedFiles.none(files);
    } finally {
      engine.readUnlock();
    }
  }

  /**
   * Returns when every read that was choosing its files has counted references on them, or when
   * that is not needed any more.
   *
   * <p>HBase's lock lets reads wait behind a queued writer, and a read that has the lock may open a
   * file while HDFS stalls. So the writer queues for a moment only, and leaves the lock to reads
   * between two tries. HBase's lock has no condition to wait for without a place in its queue.
   *
   * @param isNeedless tells that the wait is not needed
   */
  void passWriteLock(BooleanSupplier isNeedless) {
    try {
      while (!isNeedless.getAsBoolean() && !StoreLock.passWrite(engine, LOCK_WAIT_MS)) {
        Thread.sleep(LOCK_PAUSE_MS);
      }
    } catch (InterruptedException e) { // the region server stops
      Thread.currentThread().interrupt();
      engine.writeLock();
      engine.writeUnlock();
    }
  }

  /** Tells the engine that files were released. Without a lock of the store. */
  public void inputsReleased() {
    if (engine instanceof InputsListener listener) {
      listener.inputsReleased();
    }
  }

  @Override
  public String toString() {
    return "table="
        + store.getTableName()
        + " region="
        + region().getEncodedName()
        + " family="
        + store.getColumnFamilyName();
  }
}
