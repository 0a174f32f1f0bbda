// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.engine.PlannedContext;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.engine.tiered.MergePlans;
import io.lighter.engine.tiered.TierSpill;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.DateTieredCompactionRequest;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A merge of a store with levels: one of HBase's date-tiered engine. Used by one thread. */
@InterfaceAudience.Private
class TieredCompactionContext extends CompactionContext implements PlannedContext {
  private static final Logger LOG = LoggerFactory.getLogger(TieredCompactionContext.class);

  private final TieredStoreEngine engine;

  TieredCompactionContext(TieredStoreEngine engine) {
    this.engine = engine;
  }

  @Override
  public List<HStoreFile> preSelect(List<HStoreFile> filesCompacting) {
    return engine
        .tieredPolicy()
        .preSelectCompactionForCoprocessor(
            engine.getStoreFileManager().getStoreFiles(), filesCompacting);
  }

  @Override
  public boolean select(
      List<HStoreFile> filesCompacting,
      boolean isUserCompaction,
      boolean mayUseOffPeak,
      boolean forceMajor) {
    request =
        engine
            .tieredPolicy()
            .selectCompaction(
                engine.getStoreFileManager().getStoreFiles(),
                filesCompacting,
                isUserCompaction,
                mayUseOffPeak,
                forceMajor);
    return !request.getFiles().isEmpty();
  }

  /** Takes a coprocessor's choice. HBase's date-tiered engine refuses a request without windows. */
  @Override
  public void forceSelect(CompactionRequestImpl chosen) {
    request =
        engine
            .tieredPolicy()
            .chosen(engine.getStoreFileManager().getStoreFiles(), chosen.getFiles());
  }

  @Override
  public CompactionPlan plan() {
    return MergePlans.of(policy(selected()));
  }

  /**
   * Merges on the calling thread. If HDFS has no room for the output in its tier, the whole merge
   * runs again with the policy of another one ({@link TierSpill}). The coprocessors of a compaction
   * are called for each attempt.
   */
  @Override
  public List<Path> compact(ThroughputController throughput, User user) throws IOException {
    DateTieredCompactionRequest selected = selected();
    TierSpill.Written<List<Path>> written =
        engine
            .mergeSpill(policy(selected))
            .write(policy -> write(selected, policy, throughput, user));
    written
        .firstError()
        .ifPresent(
            error -> engine.mergeSpilled(written.policy(), String.valueOf(error.getMessage())));
    return written.result();
  }

  /** Writes the whole output with one policy, or leaves no file. */
  private List<Path> write(
      DateTieredCompactionRequest selected,
      Optional<String> policy,
      ThroughputController throughput,
      User user)
      throws IOException {
    Consumer<Path> tracker = selected.getWriterCreationTracker(); // null: HBase wants no path
    List<Path> created = new ArrayList<>();
    selected.setWriterCreationTracker(
        file -> {
          created.add(file);
          if (tracker != null) {
            tracker.accept(file);
          }
        });
    try {
      return engine
          .tieredCompactor()
          .compact(
              selected, selected.getBoundaries(), MergePlans.policies(policy), throughput, user);
    } catch (IOException | RuntimeException e) { // HBase leaves a file that it cannot close
      LOG.info("attempt of a merge failed: request={} policy={}", selected, policy, e);
      created.forEach(engine::deleteUnfinished);
      throw e;
    } finally {
      selected.setWriterCreationTracker(tracker);
    }
  }

  private static Optional<String> policy(DateTieredCompactionRequest selected) {
    return selected.getBoundariesPolicies().values().stream().findFirst();
  }

  private DateTieredCompactionRequest selected() {
    if (request == null || request.getFiles().isEmpty()) {
      throw new IllegalStateException("no compaction was selected");
    }
    return (DateTieredCompactionRequest) request;
  }
}
