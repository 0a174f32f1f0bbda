// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.output;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

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
 * <p>An output is therefore found by the name of one of its files, which no move changes. A
 * compaction that HBase gives up in between leaves its output here, hence the bound. Thread-safe.
 */
public final class PendingOutputs {
  /** Maximum of pending outputs: far more compactions than one store runs at a time. */
  private static final int MOST = 64;

  /** Oldest first. Guarded by this. */
  private final Deque<PendingOutput> outputs = new ArrayDeque<>();

  /** Adds the output of a compaction that has ended. */
  public synchronized void add(PendingOutput output) {
    outputs.addLast(output);
    if (outputs.size() > MOST) {
      outputs.removeFirst();
    }
  }

  /** Finds the output that has a file of this name. */
  public synchronized Optional<PendingOutput> find(String file) {
    return outputs.stream().filter(output -> output.files().contains(file)).findFirst();
  }

  /** Removes an output, if it is there. */
  public synchronized void remove(PendingOutput output) {
    outputs.remove(output);
  }
}
