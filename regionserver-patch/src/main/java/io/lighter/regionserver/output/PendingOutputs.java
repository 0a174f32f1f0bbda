// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.output;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The pending outputs of one store, from the end of a compaction until reads switch to its output
 * files. HBase calls the store engine three times in between, and passes nothing but files:
 *
 * <ol>
 *   <li>{@code commitStoreFiles} moves the files into the store's folder;
 *   <li>{@code createStoreFileAndReader} opens each file, which may be read from a compaction
 *       server;
 *   <li>{@code replaceStoreFiles} switches reads, and begins the warm-up.
 * </ol>
 *
 * <p>An output is therefore found by the name of one of its files, which no move changes.
 *
 * <p>An output is never dropped before its commit, since the commit needs the fence. HBase begins
 * the commit at once, on the compaction's thread, so each thread has at most one such output.
 *
 * <p>After its commit an output is needed for the warm-up only. Committed outputs are bounded,
 * since HBase switches no reads if a coprocessor's {@code postCompact} fails. Beyond the bound the
 * oldest output is dropped: its warm-up reads HDFS, and caches as much as the strategy says.
 *
 * <p>Thread-safe.
 */
public final class PendingOutputs {
  /** Maximum of committed outputs: far more compactions than one store runs at a time. */
  private static final int MOST_COMMITTED = 64;

  /** Outputs whose commit has not ended. Guarded by this. */
  private final List<PendingOutput> uncommitted = new ArrayList<>();

  /** Committed outputs that wait for the switch of reads, oldest first. Guarded by this. */
  private final Deque<PendingOutput> committed = new ArrayDeque<>();

  /** Adds the output of a compaction that has ended. */
  public synchronized void add(PendingOutput output) {
    uncommitted.add(output);
  }

  /** Keeps a committed output for its warm-up, or removes the output if that does not need it. */
  public synchronized void committed(PendingOutput output) {
    if (!uncommitted.remove(output) || !output.isOfUseToWarmup()) {
      return;
    }
    committed.addLast(output);
    if (committed.size() > MOST_COMMITTED) {
      committed.removeFirst();
    }
  }

  /** Finds the output that has a file of this name. */
  public synchronized Optional<PendingOutput> find(String file) {
    return Stream.concat(uncommitted.stream(), committed.stream())
        .filter(output -> output.files().contains(file))
        .findFirst();
  }

  /** Removes an output, if it is there. */
  public synchronized void remove(PendingOutput output) {
    uncommitted.remove(output);
    committed.remove(output);
  }
}
