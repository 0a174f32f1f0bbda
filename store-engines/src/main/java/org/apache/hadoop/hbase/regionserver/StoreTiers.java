// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.placement.AuditState;
import io.lighter.engine.placement.AuditedStore;
import io.lighter.engine.placement.SettleMode;
import io.lighter.engine.placement.TierFiles;
import io.lighter.engine.tiered.TieredPlanner;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.yetus.audience.InterfaceAudience;

/** The tiers of a store's files, for audits. Thread-safe; takes no lock of the store. */
@InterfaceAudience.Private
final class StoreTiers implements AuditedStore {
  private final HStore store;
  private final TieredPlanner planner;
  private final StoreFileViews views;
  private final SettleMode settleMode;
  private final AuditState state = new AuditState();

  StoreTiers(HStore store, TieredPlanner planner, StoreFileViews views, SettleMode settleMode) {
    this.store = store;
    this.planner = planner;
    this.views = views;
    this.settleMode = settleMode;
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
    return Optional.of(
        TierFiles.of(folder.toString(), names, planner.policies(views.of(all))));
  }
}
