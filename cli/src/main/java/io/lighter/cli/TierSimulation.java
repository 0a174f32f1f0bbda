// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.engine.tiered.FileView;
import io.lighter.engine.tiered.FileView.Origin;
import io.lighter.engine.tiered.TierPlan;
import io.lighter.engine.tiered.TieredJob;
import io.lighter.engine.tiered.TieredLimits;
import io.lighter.engine.tiered.TieredPlanner;
import io.lighter.engine.tiered.TieredSettings;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a store with levels does while flushes of new keys fill it. The engine's own planner chooses
 * the merges. A merge ends before the next flush, and its output is as large as its inputs.
 *
 * @param writtenBytes bytes that flushes and merges wrote
 * @param flushedBytes bytes of the flushes
 * @param peak most bytes at a time by storage policy, in the order of the tiers; inputs of a merge
 *     count until its output is there. {@link #FAMILY} stands for the policy of the family's
 *     folder. Tiers with one policy are one entry
 * @param blockingFiles least {@code hbase.hstore.blockingStoreFiles} with which no flush waits and
 *     no K is reduced
 */
record TierSimulation(
    long writtenBytes, long flushedBytes, Map<String, Long> peak, int blockingFiles) {
  /** The policy of the family's folder, as {@code lighter.tiered.tiers} names it. */
  static final String FAMILY = "*";

  /** Most flushes of a simulation. It takes about a second with as many. */
  static final int MOST_FLUSHES = 20_000;

  /** Returns bytes written for each byte flushed, at least 1. */
  double amplification() {
    return (double) writtenBytes / flushedBytes;
  }

  /** Returns the most bytes at a time in the first tier. */
  long fastPeak() {
    return peak.get(FAMILY);
  }

  /**
   * Fills a store.
   *
   * @param flushBytes bytes of a flushed file, at least 1
   * @param flushes 1 to {@link #MOST_FLUSHES}
   * @param leastBase {@code lighter.tiered.base.min} in bytes, at least 1
   */
  static TierSimulation of(TierPlan plan, long flushBytes, int flushes, long leastBase) {
    if (flushes < 1 || flushes > MOST_FLUSHES) {
      throw new IllegalArgumentException("flushes=" + flushes);
    }
    int blockingFiles =
        TieredSettings.leastBlockingFiles(
            new TieredLimits(plan, 0, leastBase, flushBytes, 0, 0), flushBytes * flushes);
    TieredPlanner planner =
        new TieredPlanner(new TieredLimits(plan, 0, leastBase, flushBytes, blockingFiles, 0));
    Store store = new Store(plan);
    long written = 0;
    for (int flush = 0; flush < flushes; flush++) {
      store.flush(flush, flushBytes);
      written += flushBytes;
      Optional<TieredJob> job = store.next(planner);
      while (job.isPresent()) {
        written += store.merge(job.get());
        job = store.next(planner);
      }
    }
    return new TierSimulation(written, flushBytes * flushes, store.peak, blockingFiles);
  }

  private static String name(Optional<String> policy) {
    return policy.orElse(FAMILY);
  }

  /** The files of a store, from the oldest to the newest, with their policies. */
  private static final class Store {
    private final List<FileView> files = new ArrayList<>();
    private final List<String> policies = new ArrayList<>();
    private final Map<String, Long> bytes = new LinkedHashMap<>();
    private final Map<String, Long> peak = new LinkedHashMap<>();

    Store(TierPlan plan) {
      plan.tiers().forEach(tier -> peak.put(name(tier.policy()), 0L));
    }

    void flush(int number, long length) {
      add(files.size(), new FileView(length, number, Origin.FLUSH, true), FAMILY);
    }

    Optional<TieredJob> next(TieredPlanner planner) {
      return planner.next(new TieredPlanner.State(files, new BitSet(), 0, Long.MAX_VALUE), false);
    }

    /** Replaces a run by its output; returns the bytes of the output. */
    long merge(TieredJob job) {
      int from = job.run().from();
      int to = job.run().to();
      long length = job.run().bytes(files);
      long seqId = files.get(to - 1).seqId();
      add(to, new FileView(length, seqId, Origin.COMPACTION, true), name(job.policy()));
      for (int i = from; i < to; i++) {
        bytes.merge(policies.remove(from), -files.remove(from).length(), Long::sum);
      }
      return length;
    }

    private void add(int place, FileView file, String policy) {
      files.add(place, file);
      policies.add(place, policy);
      peak.merge(policy, bytes.merge(policy, file.length(), Long::sum), Math::max);
    }
  }
}
