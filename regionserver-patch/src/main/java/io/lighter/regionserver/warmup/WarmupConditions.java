// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.chunk.BlockFormName;
import io.lighter.chunk.SnappyLibrary;
import java.util.Collection;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.regionserver.HStoreFile;

/**
 * Whether compactions of a store may be warmed, by its settings and its state now. Immutable and
 * thread-safe; takes no lock.
 */
final class WarmupConditions {
  private final StoreParts store;
  private final WarmupSettings settings;
  private final BooleanSupplier enabled;

  /**
   * Takes the conditions of a store.
   *
   * @param enabled evaluated before each warm-up
   */
  WarmupConditions(StoreParts store, WarmupSettings settings, BooleanSupplier enabled) {
    this.store = store;
    this.settings = settings;
    this.enabled = enabled;
  }

  /** Whether a compaction that has written {@code outputFiles} may be warmed. */
  boolean allow(Collection<HStoreFile> inputFiles, Collection<HStoreFile> outputFiles) {
    return !inputFiles.isEmpty()
        && !outputFiles.isEmpty()
        && RoutedFiles.bytes(outputFiles) >= settings.minBytes()
        && allowNow();
  }

  /** Whether the warm-ups of this secondary replica are on; false on the primary. */
  boolean allowOnReplica() {
    return !store.isPrimary() && warmReplicas() && cachesRetainedBlocks();
  }

  /**
   * Whether a compaction server should retain the output of a compaction.
   *
   * @param inputBytes sum of the input files' lengths
   */
  boolean wantRetainedOutput(long inputBytes) {
    return settings.strategy().wantsRetainedOutput()
        && inputBytes >= settings.minBytes()
        && allowNow()
        && cachesRetainedBlocks();
  }

  /** Number of secondary replicas that may be warmed from a retained output of this store. */
  int secondaryReplicas() {
    return warmReplicas() ? store.secondaries() : 0;
  }

  private boolean allowNow() {
    return (store.isPrimary() || allowOnReplica())
        && !store.isSystemTable()
        && store.cachesData()
        && store.isOpen()
        && enabled.getAsBoolean();
  }

  private boolean warmReplicas() {
    return settings.warmsReplicas() && settings.strategy().isGradual();
  }

  /** Whether the cache can take the blocks that compaction servers retain. */
  private boolean cachesRetainedBlocks() {
    return !store.cachesPacked() && SnappyLibrary.isUsable() && BlockFormName.cached().isPresent();
  }
}
