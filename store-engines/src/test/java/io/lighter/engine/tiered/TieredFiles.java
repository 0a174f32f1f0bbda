// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import io.lighter.engine.tiered.FileView.Origin;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Views of files, and what tests do with them. */
final class TieredFiles {
  static final int MANY = 1_000_000;

  private TieredFiles() {}

  static FileView file(long seqId, long length, Origin origin) {
    return new FileView(length, seqId, origin, true);
  }

  static FileView flush(long seqId, long length) {
    return file(seqId, length, Origin.FLUSH);
  }

  /**
   * Returns the files of a store, some of which no merge may have, from the oldest to the newest.
   */
  static List<FileView> random(Random random) {
    List<FileView> files = new ArrayList<>();
    Origin[] origins = Origin.values();
    for (int i = random.nextInt(30); i > 0; i--) {
      files.add(
          new FileView(
              1 + (long) Math.pow(10, 1 + 4 * random.nextDouble()),
              files.size(),
              origins[random.nextInt(origins.length)],
              random.nextInt(8) > 0));
    }
    return files;
  }

  static BitSet randomCompacting(Random random, int files) {
    BitSet compacting = new BitSet();
    boolean few = random.nextBoolean();
    for (int i = 0; i < files; i++) {
      compacting.set(i, few && random.nextInt(4) == 0);
    }
    return compacting;
  }

  static TieredPlanner.State idle(List<FileView> files) {
    return new TieredPlanner.State(files, new BitSet(), 0, Long.MAX_VALUE);
  }

  static TieredLimits limits(TierPlan plan, int blockingFiles) {
    return new TieredLimits(plan, 0, 1, 100, blockingFiles, 0);
  }

  /** Merges one run after the other until none is due; returns the bytes written. */
  static long settle(List<FileView> files, TieredPlanner planner) {
    long written = 0;
    for (int jobs = 0; jobs < MANY; jobs++) {
      Optional<TieredJob> job = planner.next(idle(files), false);
      if (job.isEmpty()) {
        return written;
      }
      written += merge(files, job.get().run());
    }
    throw new AssertionError("no end: " + files);
  }

  /** Merges a run of files without common keys; returns the bytes written. */
  static long merge(List<FileView> files, RunPicker.Run run) {
    List<FileView> inputs = run.of(files);
    long bytes = run.bytes(files);
    FileView output = file(inputs.get(inputs.size() - 1).seqId(), bytes, Origin.COMPACTION);
    inputs.clear();
    files.add(run.from(), output);
    return bytes;
  }
}
