// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.placement;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the blocks of a file are, and where they should be. Each replica counts. Immutable.
 *
 * @param intended bytes by the storage type that the wanted policy asks for
 * @param real bytes by storage type
 * @param misplaced bytes of replicas on other storage types than the wanted policy asks for
 * @param coldInHot those of them that are on a faster type than wanted
 * @param hotInCold those of them that are on a slower type than wanted
 */
public record FilePlacement(
    Map<String, Long> intended,
    Map<String, Long> real,
    long misplaced,
    long coldInHot,
    long hotInCold) {
  /** HDFS's storage types. Any other type counts as the slowest one. */
  private static final List<String> FASTEST_FIRST =
      List.of("RAM_DISK", "NVDIMM", "SSD", "DISK", "ARCHIVE", "PROVIDED");

  private static final Comparator<String> BY_SPEED =
      Comparator.comparingInt(FilePlacement::rank).thenComparing(Comparator.naturalOrder());

  /** Copies the maps, and orders them by type. */
  public FilePlacement {
    intended = Collections.unmodifiableMap(new TreeMap<>(intended));
    real = Collections.unmodifiableMap(new TreeMap<>(real));
  }

  /**
   * Compares a file with a policy.
   *
   * @param wanted name of the storage policy that the file should have
   */
  static FilePlacement of(StoredFile file, String wanted, PolicyFileSystem.PolicyTypes types) {
    Map<String, Long> intended = new TreeMap<>();
    Map<String, Long> real = new TreeMap<>();
    long misplaced = 0;
    long coldInHot = 0;
    long hotInCold = 0;
    for (StoredFile.Block block : file.blocks()) {
      List<String> missing = new ArrayList<>(types.of(wanted, file.replication()));
      missing.forEach(type -> intended.merge(type, block.length(), Long::sum));
      List<String> surplus = new ArrayList<>();
      for (String type : block.types()) {
        real.merge(type, block.length(), Long::sum);
        if (!missing.remove(type)) {
          surplus.add(type);
        }
      }
      misplaced += block.length() * surplus.size();
      missing.sort(BY_SPEED);
      surplus.sort(BY_SPEED);
      for (int i = 0; i < Math.min(surplus.size(), missing.size()); i++) {
        int order = Integer.compare(rank(surplus.get(i)), rank(missing.get(i)));
        coldInHot += order < 0 ? block.length() : 0;
        hotInCold += order > 0 ? block.length() : 0;
      }
    }
    return new FilePlacement(intended, real, misplaced, coldInHot, hotInCold);
  }

  private static int rank(String type) {
    int rank = FASTEST_FIRST.indexOf(type);
    return rank < 0 ? FASTEST_FIRST.size() : rank;
  }
}
