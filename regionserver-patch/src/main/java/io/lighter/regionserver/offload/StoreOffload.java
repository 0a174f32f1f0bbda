// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.common.OutputPlace;
import io.lighter.common.RetriedDeletions;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.engine.OffloadedPlans;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.regionserver.directory.ServerChoice;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.output.PendingOutputs;
import io.lighter.regionserver.warmup.StoreWarmups;
import io.lighter.regionserver.warmup.WarmupSettings;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.Compactor;
import org.apache.hadoop.hbase.security.User;

/**
 * The compactions of one store, as its engine runs and commits them. {@link OffloadedStore}
 * offloads compactions, and lists the steps of one. {@link LocalStore} is the null object for a
 * store whose compactions are all local. Implementations are thread-safe.
 */
public sealed interface StoreOffload permits OffloadedStore, LocalStore {
  /** HBase's own compaction of the same request. */
  @FunctionalInterface
  interface LocalCompaction {
    List<Path> run() throws IOException;
  }

  /** HBase's own commit of new files. */
  @FunctionalInterface
  interface Commit {
    List<HStoreFile> run(List<Path> files) throws IOException;
  }

  /**
   * Creates the offload of a store whose compactions may be offloaded.
   *
   * @param engine engine that HBase uses for the store
   * @param plans of the engine underneath
   * @param place where jobs of the store write
   */
  static StoreOffload of(
      HStore store,
      StoreEngine<?, ?, ?, ?> engine,
      OffloadedPlans plans,
      OutputPlace place,
      LighterConfiguration conf,
      RegionServerServices server)
      throws IOException {
    OffloadSettings settings =
        OffloadSettings.of(conf).within(JobAge.limit(place, server.getConfiguration()));
    RegionServerOffload shared = RegionServerOffload.of(server);
    shared.directory().addGroup(settings.group());
    shared.directory().addGroup(ServerChoice.FALLBACK_GROUP);
    PendingOutputs pending = new PendingOutputs();
    StoreWarmups warmups =
        StoreWarmups.of(
            store,
            engine,
            WarmupSettings.of(conf),
            shared.warmups(),
            pending,
            () -> shared.directory().isSwitchedOn(store.getTableName()),
            shared.inFlight()::whileThreadWaits,
            region ->
                ServerChoice.candidates(
                    shared.directory(), settings.group(), settings.fallback(), region));
    return new OffloadedStore(store, engine, plans, place, settings, shared, pending, warmups);
  }

  /**
   * Creates the offload of a region server's store whose compactions are all local.
   *
   * @param reason reason for the log and the metric
   * @param place where jobs of the store would write
   */
  static StoreOffload local(
      HStore store, LocalReason reason, OutputPlace place, RegionServerServices server)
      throws IOException {
    RegionServerOffload shared = RegionServerOffload.of(server);
    return local(store, reason, place, new PooledLocalRunner(store, shared), shared.deletions());
  }

  /**
   * Creates the offload of a store of a test or a tool, where nothing is counted. The files of a
   * failed commit are deleted once.
   *
   * @param place where jobs of the store would write
   */
  static StoreOffload outsideRegionServer(HStore store, LocalReason reason, OutputPlace place) {
    RetriedDeletions once = new RetriedDeletions(); // not started: nothing stops it
    return local(store, reason, place, LocalRunner.outsideRegionServer(store), once);
  }

  private static StoreOffload local(
      HStore store,
      LocalReason reason,
      OutputPlace place,
      LocalRunner runner,
      RetriedDeletions deletions) {
    return new LocalStore(
        runner, reason, new UncommittedOutputs(store, deletions, new PendingOutputs(), place));
  }

  /**
   * Looks for jobs that earlier owners of the region have left. Called once by the owner of a
   * primary store, after its files are loaded and before its first use.
   *
   * @param files the store's files
   */
  void opened(Collection<HStoreFile> files);

  /** Whether a job of an earlier owner waits for a compaction of the store. */
  boolean hasLeftJob();

  /**
   * Selects the inputs of a job of an earlier owner; empty if there is none that may be adopted.
   * {@link #compact} then waits for the job. Called under HBase's locks of the selection; reads no
   * file.
   *
   * @param compacting files that compactions have selected
   * @param needsMajor whether a major compaction was requested
   */
  Optional<CompactionRequestImpl> selectLeftJob(
      Collection<HStoreFile> compacting, boolean needsMajor);

  /**
   * Runs HBase's commit of the files of a flush, a compaction or a bulk load. If the commit fails,
   * no output of an offloaded or attempted compaction remains, and none of several files ({@link
   * UncommittedOutputs}).
   *
   * @param files new files, not yet in the store's folder, or written there
   */
  List<HStoreFile> commit(List<Path> files, Commit hbaseCommit) throws IOException;

  /**
   * Whether the engine underneath works alone: while the store is open, all its compactions are
   * local and never warmed. False outside a region server, so that HBase's own tests run through
   * Lighter's parts.
   */
  boolean isPassive();

  /** Warm-ups of the store's block cache after a compaction. */
  StoreWarmups warmups();

  /**
   * Returns a compactor that reports the progress of all compactions of the store, including
   * offloaded ones.
   *
   * @param compactor compactor of the engine underneath
   */
  Compactor<?> withInFlightProgress(Configuration conf, Compactor<?> compactor);

  /**
   * Compacts on a compaction server or locally.
   *
   * @param plan arguments of the engine for its compactor
   * @param user user who requested the compaction; null for HBase itself
   * @return the written files, below the region's {@code .tmp} or where the local compaction put
   *     them
   * @throws InterruptedIOException if the region closes meanwhile, another region server has opened
   *     it, or an operator cancels the job; HBase then ends the compaction without another attempt,
   *     and its files may be selected again
   */
  List<Path> compact(
      CompactionRequestImpl request, CompactionPlan plan, User user, LocalCompaction local)
      throws IOException;
}
