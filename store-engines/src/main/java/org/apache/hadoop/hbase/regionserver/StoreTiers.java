// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.engine.TierFigures;
import io.lighter.engine.placement.AuditState;
import io.lighter.engine.placement.AuditedStore;
import io.lighter.engine.placement.Placement;
import io.lighter.engine.placement.SettleMode;
import io.lighter.engine.placement.TierFiles;
import io.lighter.engine.tiered.LevelState;
import io.lighter.engine.tiered.StoreWrites;
import io.lighter.engine.tiered.TieredPlanner;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * The levels and tiers of a store's files, for audits and operators. Thread-safe; takes no lock of
 * the store.
 */
@InterfaceAudience.Private
final class StoreTiers implements AuditedStore {
  private final HStore store;
  private final TieredPlanner planner;
  private final StoreFileViews views;
  private final SettleMode settleMode;
  private final MergeSizes sizes;
  private final StoreWrites writes;
  private final AuditState state = new AuditState();

  /** Replaced when the files change; HBase holds the store's write lock then. */
  private volatile LevelState levels = LevelState.EMPTY;

  /**
   * Creates the tiers of a store that has loaded no file.
   *
   * @param sizes knows the files of merges
   * @param writes knows what was written to the store
   */
  StoreTiers(
      HStore store,
      TieredPlanner planner,
      StoreFileViews views,
      SettleMode settleMode,
      MergeSizes sizes,
      StoreWrites writes) {
    this.store = store;
    this.planner = planner;
    this.views = views;
    this.settleMode = settleMode;
    this.sizes = sizes;
    this.writes = writes;
  }

  /**
   * Notes the files that reads use from now on.
   *
   * @param files files from the oldest to the newest
   */
  void filesChanged(Collection<HStoreFile> files) {
    List<String> names = files.stream().map(file -> file.getPath().getName()).toList();
    levels = planner.state(names, views.of(files));
  }

  /** Returns what the levels hold. */
  LevelState levels() {
    return levels;
  }

  /** Returns the number of full runs that no merge has. */
  int waitingRuns() {
    return levels.waiting(sizes::isMerging);
  }

  /** Returns the figures of this moment. */
  TierFigures figures() {
    return new TierFigures(
        levels.bytes(), waitingRuns(), writes.now(), state.last().map(StoreTiers::placed));
  }

  private static TierFigures.Placed placed(Placement found) {
    return new TierFigures.Placed(
        found.intended(), found.real(), found.misplaced(), found.coldInHot(), found.hotInCold());
  }

  @Override
  public String name() {
    return "table=%s region=%s family=%s"
        .formatted(
            store.getTableName(),
            store.getRegionInfo().getEncodedName(),
            store.getColumnFamilyName());
  }

  @Override
  public SettleMode settleMode() {
    return settleMode;
  }

  @Override
  public AuditState state() {
    return state;
  }

  /** Returns the files without inputs of committed compactions. */
  @Override
  public Optional<TierFiles> files() {
    if (!store.getHRegion().isAvailable()) {
      return Optional.empty();
    }
    Path folder = store.getRegionFileSystem().getStoreDir(store.getColumnFamilyName());
    // One list that HBase does not change, so no lock is needed.
    List<HStoreFile> all =
        List.copyOf(store.getStoreEngine().getStoreFileManager().getStoreFiles());
    List<Optional<String>> names =
        all.stream()
            .map(
                file ->
                    StoreFileListing.isOwn(file, folder)
                        ? Optional.of(file.getPath().getName())
                        : Optional.<String>empty())
            .toList();
    return Optional.of(TierFiles.of(folder.toString(), names, planner.policies(views.of(all))));
  }
}
