// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.placement;

import java.util.List;
import java.util.Optional;

/**
 * The files of a store at one moment, without references and links. Immutable.
 *
 * @param folder path of the family's folder, which has all files
 * @param areTiersKnown whether the store can tell the tiers of its files; if not, each file counts
 *     as one of the tier whose policy it has
 */
public record TierFiles(String folder, boolean areTiersKnown, List<TierFile> files) {
  public TierFiles {
    files = List.copyOf(files);
  }

  /**
   * A file.
   *
   * @param name name in the folder
   * @param policy storage policy of the file's tier; empty for that of the family's folder
   */
  public record TierFile(String name, Optional<String> policy) {}
}
