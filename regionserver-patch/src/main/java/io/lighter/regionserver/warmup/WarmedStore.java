// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.common.config.WarmupStrategy;
import io.lighter.common.protocol.LighterProtos.ResidentMap;
import io.lighter.regionserver.output.PendingOutput;
import io.lighter.regionserver.output.PendingOutputs;
import io.lighter.regionserver.warmup.remote.OutputLookup;
import io.lighter.regionserver.warmup.remote.RetainedOutput;
import io.lighter.warmup.Routing;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The warm-ups of a store that may be warmed.
 *
 * <p>The protocol around a commit, on HBase's compaction thread:
 *
 * <ol>
 *   <li>The warm-up counts references on the input files, since the commit makes them candidates
 *       for the archive.
 *   <li>HBase commits: tracker and WAL marker without a lock of the store, then the swap of files
 *       under the store's write lock. {@link #committed} adds the route under that lock, so that no
 *       read sees the output files before T has moved.
 *   <li>The warm-up is queued, and its thread advances T.
 * </ol>
 *
 * <p>A crash after (2) leaves what HBase has committed. A failed commit leaves nothing.
 *
 * <p>Thread-safe; {@code this} is the lock of the list of warm-ups. It is taken inside the store's
 * write lock, and never the other way round.
 */
final class WarmedStore extends StoreWarmups {
  private static final Logger LOG = LoggerFactory.getLogger(WarmedStore.class);

  private final StoreParts store;
  private final WarmupSettings settings;
  private final RegionServerWarmups shared;
  private final PendingOutputs pending;
  private final WarmupConditions conditions;
  private final WarmupFactory factory;

  /** Misses that a compaction server serves ({@link WarmupStrategy#REMOTE}). Thread-safe. */
  private final RemoteOutputs remote;

  /** Runs a warm-up that the thread of a compaction waits for. */
  private final Consumer<Runnable> waiting;

  /** Warm-ups that pin files, also while they end; oldest first. Guarded by this. */
  private final List<StoreWarmup> warmups = new ArrayList<>();

  /** Input files of requested compactions, until a compaction has taken them. Thread-safe. */
  private final Set<HStoreFile> askedFor = ConcurrentHashMap.newKeySet();

  private final StoreWarmup.Owner owner =
      new StoreWarmup.Owner() {
        @Override
        public void ended(StoreWarmup warmup) {
          WarmedStore.this.ended(warmup);
        }

        @Override
        public void released(StoreWarmup warmup) {
          WarmedStore.this.released(warmup);
        }
      };

  /** See {@link StoreWarmups#of}. */
  WarmedStore(
      StoreParts store,
      WarmupSettings settings,
      RegionServerWarmups shared,
      PendingOutputs pending,
      BooleanSupplier enabled,
      Consumer<Runnable> waiting,
      OutputLookup lookup) {
    super(new Routing<>(shared.metrics().below(), shared.metrics().above()));
    this.store = store;
    this.settings = settings;
    this.shared = shared;
    this.pending = pending;
    this.conditions = new WarmupConditions(store, settings, enabled);
    this.remote = new RemoteOutputs(store, settings, shared);
    this.waiting = waiting;
    this.factory = new WarmupFactory(store, settings, shared, lookup, owner);
  }

  @Override
  public boolean wantsRetainedOutput(long inputBytes) {
    return conditions.wantRetainedOutput(inputBytes);
  }

  @Override
  public boolean warmsReplica() {
    return conditions.allowOnReplica();
  }

  @Override
  public int secondaryReplicas() {
    return conditions.secondaryReplicas();
  }

  /** Empty while an input is being warmed: rows that are not warm there yet may be wanted later. */
  @Override
  public Optional<ResidentMap> residentMap(Collection<HStoreFile> inputs, boolean whole) {
    return settings.strategy() == WarmupStrategy.ADAPTIVE && !whole && !isBeingWarmed(inputs)
        ? ResidentMaps.of(inputs, store)
        : Optional.empty();
  }

  private synchronized boolean isBeingWarmed(Collection<HStoreFile> files) {
    return warmups.stream()
        .anyMatch(warmup -> !Collections.disjoint(warmup.route().outputFiles(), files));
  }

  @Override
  public boolean writesThrough() {
    return settings.strategy() == WarmupStrategy.WRITE_THROUGH;
  }

  @Override
  public void askedFor(Collection<HStoreFile> inputs) {
    if (settings.isReported()) {
      askedFor.addAll(inputs);
    }
  }

  @Override
  public Optional<BlockCache> cacheFor(String file) {
    if (settings.strategy() != WarmupStrategy.REMOTE) {
      return Optional.empty();
    }
    return pending
        .find(file)
        .flatMap(PendingOutput::retained)
        .map(output -> remote.cacheFor(output, file));
  }

  @Override
  public void commit(
      Collection<HStoreFile> inputFiles, Collection<HStoreFile> outputFiles, Commit hbaseCommit)
      throws IOException {
    Commit commit = () -> runUninterrupted(hbaseCommit);
    Optional<PendingOutput> taken = take(outputFiles);
    Optional<RetainedOutput> output = taken.flatMap(PendingOutput::retained);
    boolean whole = taken.map(PendingOutput::whole).orElse(false);
    if (!conditions.allow(inputFiles, outputFiles)) {
      commitCold(output, commit);
      return;
    }
    switch (settings.strategy()) {
      case NONE, WRITE_THROUGH -> commit.run();
      case REMOTE -> remote.commit(output, outputFiles, commit);
      case PRE_SWITCH -> commitWarm(factory.beforeSwitch(outputFiles, output), commit);
      case INCREMENTAL, THROTTLED, ADAPTIVE ->
          commitGradually(factory.ofPrimary(inputFiles, outputFiles, output, whole), commit);
    }
  }

  @Override
  public void commitOnReplica(
      Collection<HStoreFile> inputFiles,
      Collection<HStoreFile> outputFiles,
      LongSupplier committedMillis,
      Commit hbaseCommit)
      throws IOException {
    Commit commit = () -> runUninterrupted(hbaseCommit);
    if (!conditions.allow(inputFiles, outputFiles)) {
      commit.run();
      return;
    }
    long committed = committedMillis.getAsLong();
    Optional<Duration> left =
        ReplicaDeadline.left(
            committed,
            EnvironmentEdgeManager.currentTime(),
            store.archiveLife(),
            settings.deadline());
    if (left.isEmpty()) {
      LOG.info("no warm-up: {} reason=seen too late committedMs={}", store, committed);
      commit.run();
      return;
    }
    commitGradually(factory.ofReplica(inputFiles, outputFiles, left.get()), commit);
  }

  /** Removes and returns a pending output. */
  private Optional<PendingOutput> take(Collection<HStoreFile> outputFiles) {
    Optional<PendingOutput> output =
        outputFiles.stream()
            .map(file -> pending.find(file.getPath().getName()))
            .flatMap(Optional::stream)
            .findFirst();
    output.ifPresent(pending::remove);
    return output;
  }

  /** Commits without a warm-up, and releases the output. */
  private void commitCold(Optional<RetainedOutput> output, Commit commit) throws IOException {
    boolean committed = false;
    try {
      commit.run();
      committed = true;
    } finally {
      output.ifPresent(committed ? remote::forget : remote::discard);
    }
  }

  /** Commits after the warm-up, on this thread. */
  private void commitWarm(StoreWarmup warmup, Commit commit) throws IOException {
    shared.scheduler().watch(warmup);
    try {
      waiting.accept(warmup::run);
    } finally {
      shared.scheduler().unwatch(warmup);
      commit.run();
    }
  }

  /** Commits, and then begins the warm-up. */
  private void commitGradually(StoreWarmup warmup, Commit commit) throws IOException {
    warmup.pinFiles();
    synchronized (this) {
      warmups.add(warmup);
    }
    boolean committed = false;
    try {
      commit.run();
      committed = true;
    } finally {
      if (!committed) {
        warmup.discard();
        forget(warmup);
      }
    }
    if (routing().has(warmup.route())) {
      shared.scheduler().submit(warmup);
    } else { // a replica's refresh made the change before, and has a warm-up of its own
      warmup.drop();
      forget(warmup);
    }
  }

  /**
   * Makes the output visible, see {@link StoreWarmups#committed}.
   *
   * <p>A compaction that is not warmed has no route, and ends the warm-up whose output files it
   * took. A read above that warm-up's threshold would get both its input files and the output of
   * the later compaction, and miss delete markers that the input files need.
   */
  @Override
  synchronized void committed(
      Collection<HStoreFile> compactedFiles, Collection<HStoreFile> outputFiles) {
    if (store.hasReplicas()) {
      requestedPins().forEach(files -> files.compacted(compactedFiles));
      warmups.forEach(warmup -> warmup.compacted(compactedFiles));
    }
    if (askedFor.removeAll(compactedFiles)) { // HBase's thread still reports the compaction
      requestedPins().forEach(files -> files.report(compactedFiles, store::reportCompaction));
      warmups.forEach(warmup -> warmup.report(compactedFiles, store::reportCompaction));
    }
    boolean routed = false;
    for (StoreWarmup warmup : warmups) {
      if (outputFiles.containsAll(warmup.route().outputFiles())) {
        routing().add(warmup.route());
        routed = true;
      }
    }
    if (!routed) {
      warmups.stream()
          .filter(warmup -> !Collections.disjoint(warmup.route().outputFiles(), compactedFiles))
          .forEach(warmup -> warmup.stop("a compaction that is not warmed took its output"));
    }
    WarmupLimit.surplus(warmups, StoreWarmup::sharesRowsWith)
        .forEach(warmup -> warmup.stop("later compactions wait"));
  }

  @Override
  synchronized void storeCloses() {
    warmups.forEach(StoreWarmup::storeCloses);
    super.storeCloses();
    remote.storeCloses();
  }

  /**
   * Removes the route of a warm-up, and stops an earlier one whose output files this one's
   * compaction took. Warm-ups end in the order of their commits, unless a thread was delayed before
   * it submitted its own. The earlier route would then add its input files to this one's output
   * files, which lack delete markers that the input files need.
   */
  private synchronized void ended(StoreWarmup warmup) {
    warmups.stream()
        .filter(
            earlier ->
                !Collections.disjoint(earlier.route().outputFiles(), warmup.route().inputFiles()))
        .forEach(earlier -> earlier.stop("a later compaction took its output and is warm"));
    routing().remove(warmup.route());
  }

  private synchronized void forget(StoreWarmup warmup) {
    released(warmup);
    routing().remove(warmup.route());
  }

  private synchronized void released(StoreWarmup warmup) {
    warmups.remove(warmup);
  }
}
