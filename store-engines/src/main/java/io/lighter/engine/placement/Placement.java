// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.placement;

import io.lighter.engine.placement.PolicyFileSystem.Folder;
import io.lighter.engine.placement.PolicyFileSystem.PolicyTypes;
import io.lighter.engine.placement.TierFiles.TierFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the blocks of a store's files are, and where they should be. Each replica counts.
 * Immutable.
 *
 * @param intended bytes by the storage type that the policies of the files' tiers ask for
 * @param real bytes by storage type
 * @param misfits files that have another policy than their tier, or misplaced bytes
 */
public record Placement(Map<String, Long> intended, Map<String, Long> real, List<Misfit> misfits) {
  /** The placement of a store without files. */
  public static final Placement EMPTY = new Placement(Map.of(), Map.of(), List.of());

  public Placement {
    intended = Map.copyOf(intended);
    real = Map.copyOf(real);
    misfits = List.copyOf(misfits);
  }

  /**
   * A file that is not as its tier wants it.
   *
   * @param name name in the family's folder
   * @param policy storage policy of the file's tier; empty for that of the family's folder
   * @param hasOtherPolicy whether another policy applies to the file
   * @param misplaced bytes of replicas that are on other storage types than the tier's policy wants
   */
  public record Misfit(
      String name, Optional<String> policy, boolean hasOtherPolicy, long misplaced) {}

  /**
   * Compares a store with its folder. Files that the folder does not have are left out: they are
   * archived since, or erasure-coded.
   */
  public static Placement of(TierFiles store, Folder folder, PolicyTypes types) {
    Map<String, Long> intended = new HashMap<>();
    Map<String, Long> real = new HashMap<>();
    List<Misfit> misfits = new ArrayList<>();
    for (TierFile file : store.files()) {
      StoredFile stored = folder.files().get(file.name());
      if (stored == null) {
        continue;
      }
      String wanted =
          store.areTiersKnown() ? file.policy().orElse(folder.policy()) : stored.policy();
      long misplaced = 0;
      for (StoredFile.Block block : stored.blocks()) {
        List<String> missing = new ArrayList<>(types.of(wanted, stored.replication()));
        missing.forEach(type -> intended.merge(type, block.length(), Long::sum));
        for (String type : block.types()) {
          real.merge(type, block.length(), Long::sum);
          misplaced += missing.remove(type) ? 0 : block.length();
        }
      }
      boolean hasOtherPolicy = !wanted.equals(stored.policy());
      if (hasOtherPolicy || misplaced > 0) {
        misfits.add(new Misfit(file.name(), file.policy(), hasOtherPolicy, misplaced));
      }
    }
    return new Placement(intended, real, misfits);
  }

  /** Returns the bytes of all replicas that are on other storage types than they should be. */
  public long misplaced() {
    return misfits.stream().mapToLong(Misfit::misplaced).sum();
  }

  /** Returns the bytes that should be on a storage type, such as DISK. */
  public long intended(String type) {
    return intended.getOrDefault(type, 0L);
  }

  /** Returns the bytes on a storage type, such as DISK. */
  public long real(String type) {
    return real.getOrDefault(type, 0L);
  }
}
