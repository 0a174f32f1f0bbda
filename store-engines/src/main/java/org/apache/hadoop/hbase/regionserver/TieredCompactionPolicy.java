// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.tiered.FileView;
import io.lighter.engine.tiered.MergePlans;
import io.lighter.engine.tiered.TieredJob;
import io.lighter.engine.tiered.TieredJob.Reason;
import io.lighter.engine.tiered.TieredPlanner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.DateTieredCompactionPolicy;
import org.apache.hadoop.hbase.regionserver.compactions.DateTieredCompactionRequest;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * Turns jobs of a {@link TieredPlanner} into requests of HBase's date-tiered engine: one window for
 * all times, with the storage policy of the output. Nothing of HBase's own selection is used.
 *
 * <p>HBase calls the selection with the monitor of the store's compacting files held. {@link
 * #needsCompaction} and {@link #shouldPerformMajorCompaction} are called without a lock.
 */
@InterfaceAudience.Private
final class TieredCompactionPolicy extends DateTieredCompactionPolicy {
  private final TieredPlanner planner;
  private final StoreFileViews views;
  private final HStore store;
  private final MajorRequests majors;
  private final long majorMillis;
  private final RunningJobs running = new RunningJobs();
  private final MergeSizes sizes;
  private final StoreTiers tiers;

  /**
   * Creates a policy.
   *
   * @param sizes is told of the merges that are selected
   * @param tiers the tiers of the same store
   * @param majorMillis age at which all files are merged; 0: never
   */
  TieredCompactionPolicy(
      Configuration conf,
      HStore store,
      TieredPlanner planner,
      StoreFileViews views,
      MergeSizes sizes,
      StoreTiers tiers,
      long majorMillis)
      throws IOException {
    super(conf, store);
    this.planner = planner;
    this.views = views;
    this.store = store;
    this.sizes = sizes;
    this.tiers = tiers;
    this.majorMillis = majorMillis;
    majors = new MajorRequests(store);
  }

  /** Returns the tiers of the store's files. */
  StoreTiers tiers() {
    return tiers;
  }

  @Override
  public boolean needsCompaction(
      Collection<HStoreFile> storeFiles, List<HStoreFile> filesCompacting) {
    return next(storeFiles, filesCompacting, store.forceMajor).isPresent();
  }

  /** Returns all idle files: HBase would leave out those older than a compacting one. */
  @Override
  public List<HStoreFile> preSelectCompactionForCoprocessor(
      Collection<HStoreFile> candidates, List<HStoreFile> filesCompacting) {
    List<HStoreFile> idle = new ArrayList<>(candidates);
    idle.removeAll(filesCompacting);
    return idle;
  }

  /**
   * Selects the next merge.
   *
   * @param candidateFiles files of the store, from the oldest to the newest
   * @param forceMajor whether HBase asks for all files; it does not while a file is compacting, so
   *     the store's flag counts, too
   * @return a request without files if no merge is due
   */
  @Override
  public CompactionRequestImpl selectCompaction(
      Collection<HStoreFile> candidateFiles,
      List<HStoreFile> filesCompacting,
      boolean isUserCompaction,
      boolean mayUseOffPeak,
      boolean forceMajor) {
    Set<String> busy = LayoutStoreEngine.names(filesCompacting);
    running.retain(busy);
    sizes.retain(busy);
    List<HStoreFile> files = List.copyOf(candidateFiles);
    if (files.isEmpty()) {
      store.forceMajor = false; // HBase would merge the first flush by itself
    }
    return next(files, filesCompacting, forceMajor || store.forceMajor)
        .map(job -> counted(job, files))
        .orElseGet(TieredCompactionPolicy::none);
  }

  /**
   * Returns the request of what a coprocessor chose, which may be any files: from the oldest one on
   * as many as are adjacent. The request has no files if nothing was chosen.
   */
  CompactionRequestImpl chosen(
      Collection<HStoreFile> candidateFiles, Collection<HStoreFile> chosen) {
    List<HStoreFile> files = List.copyOf(candidateFiles);
    List<Integer> numbers = chosen.stream().map(files::indexOf).filter(i -> i >= 0).toList();
    return planner
        .chosen(views.of(files), numbers)
        .map(job -> counted(job, files))
        .orElseGet(TieredCompactionPolicy::none);
  }

  private Optional<TieredJob> next(
      Collection<HStoreFile> storeFiles, List<HStoreFile> filesCompacting, boolean majorIsAsked) {
    List<HStoreFile> files = List.copyOf(storeFiles);
    Set<HStoreFile> busy = new HashSet<>(filesCompacting);
    BitSet compacting = new BitSet();
    for (int i = 0; i < files.size(); i++) {
      compacting.set(i, busy.contains(files.get(i)));
    }
    return planner.next(
        new TieredPlanner.State(
            views.of(files),
            compacting,
            running.count(LayoutStoreEngine.names(filesCompacting)),
            comConf.getMaxCompactSize()),
        majorIsAsked);
  }

  private static CompactionRequestImpl request(TieredJob job, List<HStoreFile> files) {
    CompactionRequestImpl request =
        new DateTieredCompactionRequest(
            job.run().of(files), MergePlans.boundaries(), MergePlans.policies(job.policy()));
    request.setIsMajor(job.reason() == Reason.MAJOR, job.allFiles());
    request.setAfterSplit(job.reason() == Reason.REFERENCES);
    return request;
  }

  private static CompactionRequestImpl none() {
    return new DateTieredCompactionRequest(List.of(), MergePlans.boundaries(), Map.of());
  }

  /** The compaction counts as running from now on. */
  private CompactionRequestImpl counted(TieredJob job, List<HStoreFile> files) {
    CompactionRequestImpl request = request(job, files);
    Set<String> inputs = LayoutStoreEngine.names(request.getFiles());
    running.add(inputs);
    sizes.selected(job, planner.sizes(job, views.of(files)), inputs);
    return request;
  }

  /**
   * Tells whether the period of major compactions is over ({@code lighter.tiered.major.period}). A
   * file that is the result of the last one, and has no expired cell, needs none.
   */
  @Override
  public boolean shouldPerformMajorCompaction(Collection<HStoreFile> files) {
    if (majorMillis == 0 || files.isEmpty()) {
      return false;
    }
    long now = EnvironmentEdgeManager.currentTime();
    long period = majors.jittered(majorMillis, comConf.getMajorCompactionJitter());
    boolean isOld =
        files.stream().mapToLong(OutputFacts::writtenMillis).min().orElseThrow() < now - period;
    if (!isOld || files.size() > 1) {
      return isOld;
    }
    HStoreFile only = files.iterator().next();
    FileView.Origin origin = views.of(only).origin();
    long ttl = storeConfigInfo.getStoreFileTtl();
    boolean hasExpired =
        ttl != Long.MAX_VALUE && only.getMinimumTimestamp().orElse(Long.MAX_VALUE) < now - ttl;
    return origin != FileView.Origin.COMPACTION || !only.isMajorCompactionResult() || hasExpired;
  }
}
