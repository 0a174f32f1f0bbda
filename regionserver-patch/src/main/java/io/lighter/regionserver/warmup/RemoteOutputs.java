// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.regionserver.warmup.StoreWarmups.Commit;
import io.lighter.regionserver.warmup.remote.RetainedOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.regionserver.HStoreFile;

/**
 * The outputs of one store whose misses a compaction server serves, from the opening of the files
 * by HBase to the end of the {@link RemoteReads}.
 *
 * <p>Thread-safe; {@code this} is the lock of the list. It is taken inside the store's write lock
 * and inside the lock of {@link WarmedStore}, and never the other way round.
 */
final class RemoteOutputs {
  private final StoreParts store;
  private final WarmupSettings settings;
  private final RegionServerWarmups shared;

  /** Reads that have not ended. Guarded by this. */
  private final List<RemoteReads> open = new ArrayList<>();

  RemoteOutputs(StoreParts store, WarmupSettings settings, RegionServerWarmups shared) {
    this.store = store;
    this.settings = settings;
    this.shared = shared;
  }

  /** The cache for reads of one file of an output that HBase is about to open. */
  BlockCache cacheFor(RetainedOutput output, String file) {
    RemoteReads reads = reads(output);
    return new RemoteBlockCache(store.cache(), offset -> reads.load(file, offset), file);
  }

  /**
   * Commits, and then begins to serve misses on the output; discards an output that was not
   * committed.
   *
   * @param output empty if no compaction server retains the output
   * @param outputFiles files of the output
   */
  void commit(Optional<RetainedOutput> output, Collection<HStoreFile> outputFiles, Commit commit)
      throws IOException {
    boolean committed = false;
    try {
      commit.run();
      committed = true;
    } finally {
      if (committed) {
        output.map(this::reads).ifPresent(reads -> reads.start(outputFiles));
      } else {
        output.ifPresent(this::discard);
      }
    }
  }

  /** Lets the compaction server release a committed output that is not warmed. */
  void forget(RetainedOutput output) {
    Optional<RemoteReads> reads = find(output);
    if (reads.isPresent()) {
      reads.get().stop("not warmed");
    } else {
      shared.chunksOf(output).releaseSoon();
    }
  }

  /** Lets the compaction server release an output that was not committed. */
  void discard(RetainedOutput output) {
    Optional<RemoteReads> reads = find(output);
    if (reads.isPresent()) {
      reads.get().discard();
    } else {
      shared.chunksOf(output).discardSoon();
    }
  }

  /** Ends all reads, without waiting. Under the store's write lock. */
  synchronized void storeCloses() {
    open.forEach(reads -> reads.stop("the store closes"));
  }

  /** Finds or creates the reads of an output that HBase opens, which end even without a commit. */
  private synchronized RemoteReads reads(RetainedOutput output) {
    Optional<RemoteReads> found = find(output);
    if (found.isPresent()) {
      return found.get();
    }
    RemoteReads reads =
        new RemoteReads(store, settings, shared, shared.chunksOf(output), this::ended);
    open.add(reads);
    shared.scheduler().watch(reads);
    return reads;
  }

  private synchronized Optional<RemoteReads> find(RetainedOutput output) {
    return open.stream().filter(reads -> reads.output().equals(output)).findAny();
  }

  private synchronized void ended(RemoteReads reads) {
    open.remove(reads);
  }
}
