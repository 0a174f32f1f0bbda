// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.engine.placement.PolicyFileSystem.Folder;
import io.lighter.engine.placement.PolicyFileSystem.PolicyTypes;
import io.lighter.engine.tiered.FileView;
import java.util.List;
import java.util.Optional;

/**
 * The stores of a table as its file system has them.
 *
 * @param types the types of storage that storage policies ask for; none if the file system has no
 *     policies
 */
record TierStores(List<TierStores.Store> stores, PolicyTypes types) {
  /**
   * A store.
   *
   * @param region encoded name
   * @param path path of the family's folder
   * @param folder what HDFS tells of that; empty if the file system has no policies
   * @param files the oldest first
   */
  record Store(
      String region, String family, String path, Optional<Folder> folder, List<File> files) {
    /** Returns the storage policy of the family's folder; empty if the file system has none. */
    Optional<String> policy() {
      return folder.map(Folder::policy);
    }
  }

  /**
   * A file.
   *
   * @param isOwn whether the blocks are the file's own: not those of a reference or link
   */
  record File(String name, FileView view, boolean isOwn) {}
}
