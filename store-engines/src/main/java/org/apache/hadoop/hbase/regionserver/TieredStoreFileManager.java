// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.tiered.FileView;
import io.lighter.engine.tiered.StoreWrites;
import io.lighter.engine.tiered.TieredPlanner;
import io.lighter.engine.tiered.TieredPlanner.Fullness;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionConfiguration;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableCollection;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * HBase's manager of files, whose priority and pressure follow the full runs. A store with a large
 * K has many files all the time, which is no reason for haste.
 *
 * <p>As thread-safe as HBase's. No method does I/O.
 */
@InterfaceAudience.Private
class TieredStoreFileManager extends DefaultStoreFileManager {
  /** Priority of a store without a full run: above those at which a job is urgent. */
  private static final int NO_HASTE = 3;

  private final StoreFileViews views;
  private final TieredPlanner planner;
  private final MergeSizes sizes;
  private final StoreTiers tiers;
  private final StoreWrites writes;
  private final int blockingFiles;

  TieredStoreFileManager(
      CellComparator cells,
      Configuration conf,
      CompactionConfiguration compactions,
      StoreFileViews views,
      TieredPlanner planner,
      MergeSizes sizes,
      StoreTiers tiers,
      StoreWrites writes) {
    super(cells, views.byAge(), conf, compactions);
    this.views = views;
    this.planner = planner;
    this.sizes = sizes;
    this.tiers = tiers;
    this.writes = writes;
    blockingFiles = LayoutFileManager.blockingFiles(conf);
  }

  @Override
  public void loadFiles(List<HStoreFile> storeFiles) throws IOException {
    super.loadFiles(storeFiles);
    tiers.filesChanged(getStoreFiles());
  }

  /** Also counts flushes. HBase holds the store's write lock. */
  @Override
  public void insertNewFiles(Collection<HStoreFile> sfs) throws IOException {
    super.insertNewFiles(sfs);
    tiers.filesChanged(getStoreFiles());
    sfs.stream()
        .map(views::of)
        .filter(file -> file.origin() == FileView.Origin.FLUSH)
        .forEach(file -> writes.flushed(file.length()));
  }

  @Override
  public ImmutableCollection<HStoreFile> clearFiles() {
    ImmutableCollection<HStoreFile> files = super.clearFiles();
    tiers.filesChanged(List.of());
    return files;
  }

  /** Also tells how large the output of a merge is. HBase holds the store's write lock. */
  @Override
  public void addCompactionResults(
      Collection<HStoreFile> compactedFiles, Collection<HStoreFile> results) throws IOException {
    super.addCompactionResults(compactedFiles, results);
    tiers.filesChanged(getStoreFiles());
    sizes.committed(
        LayoutStoreEngine.names(compactedFiles),
        results.stream().map(views::of).mapToLong(FileView::ownBytes).sum());
    if (!compactedFiles.isEmpty()) {
      for (HStoreFile result : results) {
        writes.merged(
            tiers.levels().levelOf().getOrDefault(LayoutFileManager.name(result), 0),
            views.of(result).ownBytes());
      }
    }
  }

  /** Returns HBase's priority, but at least {@link #NO_HASTE} while no run is full. */
  @Override
  public int getStoreCompactionPriority() {
    Fullness fullness = fullness();
    int priority = blockingFiles - fullness.files();
    if (priority > 0 && fullness.fullRuns() == 0) {
      return Math.max(priority, NO_HASTE);
    }
    return priority == HStore.PRIORITY_USER ? priority + 1 : priority;
  }

  /**
   * Returns the share of files that merges are late for: 0 while no run is full, and more than 1
   * exactly if HBase holds flushes back.
   */
  @Override
  public double getCompactionPressure() {
    Fullness fullness = fullness();
    if (fullness.files() > blockingFiles) {
      return (double) fullness.files() / Math.max(1, blockingFiles);
    }
    int settled = fullness.files() - fullness.excess();
    return fullness.excess() / (double) Math.max(1, blockingFiles - settled);
  }

  /** HBase holds the store's read lock, so that both lists are of one moment. */
  @Override
  public Collection<HStoreFile> getUnneededFiles(long maxTs, List<HStoreFile> filesCompacting) {
    return ExpiredFiles.of(
        List.copyOf(getStoreFiles()), maxTs, filesCompacting, getCompactedfiles());
  }

  private Fullness fullness() {
    return planner.fullness(views.of(getStoreFiles()));
  }
}
