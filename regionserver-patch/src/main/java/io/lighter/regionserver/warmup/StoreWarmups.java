// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.common.Uninterrupted;
import io.lighter.common.protocol.LighterProtos.ResidentMap;
import io.lighter.regionserver.output.PendingOutput;
import io.lighter.regionserver.output.PendingOutputs;
import io.lighter.regionserver.warmup.remote.OutputLookup;
import io.lighter.warmup.Routing;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreEngine;

/**
 * The warm-ups of one store, as its engine and its reads use them. {@link WarmedStore} has the
 * protocol around a commit, and {@link UnwarmedStore} is the null object for a store that is never
 * warmed. Both keep the files that requested warm-ups pin. Thread-safe; {@code this} is the lock of
 * that set.
 */
public abstract sealed class StoreWarmups permits WarmedStore, UnwarmedStore {
  private final Routing<HStoreFile> routing;

  /** Files that requested warm-ups pin. Guarded by this. */
  private final Set<PinnedFiles> pinned = new HashSet<>();

  /** Makes HBase's changes to its lists of files. */
  @FunctionalInterface
  public interface Commit {
    void run() throws IOException;
  }

  StoreWarmups(Routing<HStoreFile> routing) {
    this.routing = routing;
  }

  /** Creates the warm-ups of a store that is never warmed. */
  public static StoreWarmups none() {
    return routedBy(new Routing<>(new LongAdder(), new LongAdder()));
  }

  /** Creates the warm-ups of an unwarmed store whose routes a measurement keeps. */
  public static StoreWarmups routedBy(Routing<HStoreFile> routing) {
    return new UnwarmedStore(routing);
  }

  /**
   * Creates the warm-ups of a store that may be warmed.
   *
   * @param pending outputs that are about to be committed
   * @param enabled evaluated before each warm-up
   * @param waiting runs, on the calling thread, a warm-up that the commit of a compaction waits for
   * @param servers compaction servers that may retain an output of a secondary's primary replica
   */
  public static StoreWarmups of(
      HStore store,
      StoreEngine<?, ?, ?, ?> engine,
      WarmupSettings settings,
      RegionServerWarmups shared,
      PendingOutputs pending,
      BooleanSupplier enabled,
      Consumer<Runnable> waiting,
      OutputLookup.Servers servers) {
    return new WarmedStore(
        new StoreParts(store, engine),
        settings,
        shared,
        pending,
        enabled,
        waiting,
        shared.lookup(servers));
  }

  /**
   * Whether a compaction server should retain the output of a compaction.
   *
   * @param inputBytes sum of the input files' lengths
   */
  public abstract boolean wantsRetainedOutput(long inputBytes);

  /**
   * Whether compactions that a secondary replica sees are warmed. The replica then reads an output
   * only once the output is committed.
   */
  public abstract boolean warmsReplica();

  /** Number of secondary replicas that may be warmed from a retained output of this store. */
  public abstract int secondaryReplicas();

  /**
   * The rows that a compaction server should retain. Looks at the block cache and reads no file;
   * takes at most {@link ResidentMaps#LIMITS} of time.
   *
   * @param inputs input files of a compaction that is about to be requested
   * @param whole whether the warm-up caches all blocks, see {@link PendingOutput#whole}
   * @return empty if the whole output should be retained
   */
  public abstract Optional<ResidentMap> residentMap(Collection<HStoreFile> inputs, boolean whole);

  /** Whether the compactions of the store stay local and cache their output as they write it. */
  public abstract boolean writesThrough();

  /**
   * Notes the input files of a requested compaction that is about to run. HBase's {@code
   * MajorCompactor} waits for the end of the compaction, and counts it as failed if input files are
   * still in the store's folder some time later. HBase therefore reports the compaction as running
   * until no warm-up pins its input files.
   */
  public abstract void askedFor(Collection<HStoreFile> inputs);

  /** The cache for reads of a file that is about to be opened; empty for HBase's own. */
  public abstract Optional<BlockCache> cacheFor(String file);

  /**
   * Commits a compaction of the primary replica, and warms its output as the strategy says.
   *
   * <p>Neither an earlier interrupt nor an {@link Error} of a warm-up prevents the commit. The
   * output files are already in the store's folder, where HBase would leave them. The next owner of
   * the region would find them beside whatever the input files have become.
   *
   * @param hbaseCommit the part of the change that HBase does
   */
  public abstract void commit(
      Collection<HStoreFile> inputFiles, Collection<HStoreFile> outputFiles, Commit hbaseCommit)
      throws IOException;

  /**
   * Changes the files of a secondary replica, and warms the outputs of compactions among the change
   * until HBase may delete their inputs. At most one warm-up begins for an output: that of the
   * change which has added it.
   *
   * @param inputFiles inputs of the compactions; empty if the change has none
   * @param outputFiles outputs of the compactions
   * @param committedMillis time in ms before which the primary did not commit; 0 if not known.
   *     Evaluated only for a compaction that may be warmed
   * @param hbaseCommit the part of the change that HBase does
   */
  public abstract void commitOnReplica(
      Collection<HStoreFile> inputFiles,
      Collection<HStoreFile> outputFiles,
      LongSupplier committedMillis,
      Commit hbaseCommit)
      throws IOException;

  /** Makes the output files of a compaction visible to reads. Under the store's write lock. */
  abstract void committed(
      Collection<HStoreFile> compactedFiles, Collection<HStoreFile> outputFiles);

  /** See {@link RoutedStoreFileManager#getFilesForScan}. */
  final Collection<HStoreFile> route(
      byte[] startRow, Predicate<HStoreFile> mayHaveRows, Collection<HStoreFile> current) {
    return routing.route(startRow, mayHaveRows, current);
  }

  /** Releases all files of a store that closes. Under its write lock: no read follows. */
  synchronized void storeCloses() {
    pinned.forEach(PinnedFiles::release);
  }

  /** Pins files until {@link #release}, or until the store closes. Under the store's read lock. */
  final synchronized PinnedFiles pin(List<HStoreFile> files) {
    PinnedFiles pins = PinnedFiles.of(files);
    pinned.add(pins);
    return pins;
  }

  public final synchronized void release(PinnedFiles files) {
    files.release();
    pinned.remove(files);
  }

  final Routing<HStoreFile> routing() {
    return routing;
  }

  /** Files that requested warm-ups pin. The caller has the lock of {@code this}. */
  final Set<PinnedFiles> requestedPins() {
    return pinned;
  }

  static void runUninterrupted(Commit commit) throws IOException {
    Uninterrupted.call(
        () -> {
          commit.run();
          return null;
        });
  }
}
