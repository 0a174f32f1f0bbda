// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.engine.tiered.FileView;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The stores of a table as its file system has them.
 *
 * @param types the types of storage of the replicas by storage policy, such as {@code SSD, DISK};
 *     the last one is that of all further replicas. Empty if the file system has no policies
 */
record TierStores(List<TierStores.Store> stores, Map<String, List<String>> types) {
  /**
   * A store.
   *
   * @param region encoded name
   * @param policy storage policy of the family's folder; empty if the file system has none
   * @param files the oldest first
   */
  record Store(String region, String family, Optional<String> policy, List<File> files) {}

  /**
   * A file.
   *
   * @param isOwn whether the blocks are the file's own: not those of a reference or link
   * @param replication wanted number of replicas of a block
   * @param placed bytes of replicas by type of storage; empty if not known
   */
  record File(
      String name, FileView view, boolean isOwn, int replication, Map<String, Long> placed) {
    /** Copies the map, and orders it by type. */
    File {
      placed = Collections.unmodifiableMap(new TreeMap<>(placed));
    }
  }
}
