// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.warmup.StoreWarmups;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.Compactor;
import org.apache.hadoop.hbase.security.User;

/** A store whose compactions are all local, and are never warmed. Thread-safe. */
final class LocalStore implements StoreOffload {
  private final LocalRunner runner;
  private final LocalReason reason;
  private final UncommittedOutputs uncommitted;
  private final StoreWarmups warmups = StoreWarmups.none();

  /**
   * @param reason why all compactions are local
   */
  LocalStore(LocalRunner runner, LocalReason reason, UncommittedOutputs uncommitted) {
    this.runner = runner;
    this.reason = reason;
    this.uncommitted = uncommitted;
  }

  /** Does nothing: a compaction server deletes what it wrote, after the grace at the latest. */
  @Override
  public void opened(Collection<HStoreFile> files) {}

  @Override
  public boolean hasLeftJob() {
    return false;
  }

  @Override
  public Optional<CompactionRequestImpl> selectLeftJob(
      Collection<HStoreFile> compacting, boolean needsMajor) {
    return Optional.empty();
  }

  @Override
  public List<HStoreFile> commit(List<Path> files, Commit hbaseCommit) throws IOException {
    return uncommitted.commit(files, hbaseCommit);
  }

  @Override
  public boolean isPassive() {
    return reason != LocalReason.NO_REGION_SERVER;
  }

  @Override
  public StoreWarmups warmups() {
    return warmups;
  }

  @Override
  public Compactor<?> withInFlightProgress(Configuration conf, Compactor<?> compactor) {
    return compactor;
  }

  @Override
  public List<Path> compact(
      CompactionRequestImpl request, CompactionPlan plan, User user, LocalCompaction local)
      throws IOException {
    return runner.run(request, reason, false, () -> {}, local);
  }
}
