// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.placement;

import java.util.ArrayList;
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
   * Returns the files of a store.
   *
   * @param folder path of the family's folder
   * @param names name of each file of the store; empty for a reference or a link
   * @param policies storage policy of each file's tier, in the order of {@code names}; no list if
   *     the store cannot tell
   */
  public static TierFiles of(
      String folder, List<Optional<String>> names, Optional<List<Optional<String>>> policies) {
    List<TierFile> files = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).isPresent()) {
        files.add(
            new TierFile(
                names.get(i).get(),
                policies.isPresent() ? policies.get().get(i) : Optional.empty()));
      }
    }
    return new TierFiles(folder, policies.isPresent(), files);
  }

  /**
   * A file.
   *
   * @param name name in the folder
   * @param policy storage policy of the file's tier; empty for that of the family's folder
   */
  public record TierFile(String name, Optional<String> policy) {}
}
