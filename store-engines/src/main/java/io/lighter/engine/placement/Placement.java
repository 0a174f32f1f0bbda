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
 * @param coldInHot misplaced bytes that are on a faster storage type than the tier wants
 * @param hotInCold misplaced bytes that are on a slower storage type than the tier wants
 * @param misfits files that have another policy than their tier, or misplaced bytes
 */
public record Placement(
    Map<String, Long> intended,
    Map<String, Long> real,
    long coldInHot,
    long hotInCold,
    List<Misfit> misfits) {
  /** The placement of a store without files. */
  public static final Placement EMPTY = new Placement(Map.of(), Map.of(), 0, 0, List.of());

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

  /** Compares a store with its folder: the sums of {@link #files}. */
  public static Placement of(TierFiles store, Folder folder, PolicyTypes types) {
    Map<String, FilePlacement> placed = files(store, folder, types);
    Map<String, Long> intended = new HashMap<>();
    Map<String, Long> real = new HashMap<>();
    long coldInHot = 0;
    long hotInCold = 0;
    List<Misfit> misfits = new ArrayList<>();
    for (TierFile file : store.files()) {
      FilePlacement found = placed.get(file.name());
      if (found == null) {
        continue;
      }
      found.intended().forEach((type, bytes) -> intended.merge(type, bytes, Long::sum));
      found.real().forEach((type, bytes) -> real.merge(type, bytes, Long::sum));
      coldInHot += found.coldInHot();
      hotInCold += found.hotInCold();
      StoredFile stored = folder.files().get(file.name());
      boolean hasOtherPolicy = !wanted(store, file, folder, stored).equals(stored.policy());
      if (hasOtherPolicy || found.misplaced() > 0) {
        misfits.add(new Misfit(file.name(), file.policy(), hasOtherPolicy, found.misplaced()));
      }
    }
    return new Placement(intended, real, coldInHot, hotInCold, misfits);
  }

  /**
   * Compares each file of a store with its folder. Files that the folder does not have are left
   * out: they are archived since, or erasure-coded.
   *
   * @return what was found by the file's name
   */
  public static Map<String, FilePlacement> files(
      TierFiles store, Folder folder, PolicyTypes types) {
    Map<String, FilePlacement> placed = new HashMap<>();
    for (TierFile file : store.files()) {
      StoredFile stored = folder.files().get(file.name());
      if (stored != null) {
        placed.put(
            file.name(), FilePlacement.of(stored, wanted(store, file, folder, stored), types));
      }
    }
    return placed;
  }

  /** Returns the name of the policy that a file should have. */
  private static String wanted(TierFiles store, TierFile file, Folder folder, StoredFile stored) {
    return store.areTiersKnown() ? file.policy().orElse(folder.policy()) : stored.policy();
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
