// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import java.util.List;
import java.util.Optional;

/**
 * The levels of a store for one base. A file of level l + 1 is K times as large as one of level l,
 * with the K of level l. A tier takes the levels that fit into half of its bytes together; the
 * other half is for outputs of merges while their inputs exist. The first tier has level 0 in any
 * case, since flushes write to the family's folder.
 *
 * <p>Immutable.
 */
public final class Levels {
  /** Sizes of files are below 2^62, and each level is at least twice the one before. */
  private static final int MOST_LEVELS = 63;

  /** The share of a level's size from which on a file is of that level (theta). */
  private static final double LEAST_SHARE = 0.5;

  private final List<TierPlan.Tier> tiers;
  private final int[] tierOf = new int[MOST_LEVELS];

  /** Bytes of a file of each level. */
  private final double[] bytes = new double[MOST_LEVELS];

  /**
   * Creates the levels of a plan.
   *
   * @param base bytes of a file of level 0, above 0
   */
  public Levels(TierPlan plan, long base) {
    if (base < 1) {
      throw new IllegalArgumentException("base=" + base);
    }
    tiers = plan.tiers();
    bytes[0] = base;
    int tier = 0;
    double used = 0;
    for (int level = 0; level < MOST_LEVELS; level++) {
      if (level > 0) {
        bytes[level] = bytes[level - 1] * files(level - 1);
        while (used + bytes[level] * tiers.get(tier).files() > room(tier)) {
          tier++; // ends at the last tier, which has room for all
          used = 0;
        }
      }
      tierOf[level] = tier;
      used += bytes[level] * files(level);
    }
  }

  private double room(int tier) {
    return tier == tiers.size() - 1 ? Double.POSITIVE_INFINITY : tiers.get(tier).bytes() / 2.0;
  }

  /**
   * Returns the levels with the largest K, up to that of the plan, with which a store meets no
   * limit of its files. If none meets the limit, the K with which the store has the fewest files.
   *
   * @param storeBytes bytes of the store
   * @param blockingFiles files above which HBase holds flushes back
   */
  public static Levels fitting(TierPlan plan, long base, long storeBytes, int blockingFiles) {
    Levels fewest = new Levels(plan, base);
    for (int most = plan.mostFiles(); most >= 2; most--) {
      Levels levels = new Levels(plan.capped(most), base);
      if (levels.mostFilesOf(storeBytes) <= blockingFiles) {
        return levels;
      }
      if (levels.mostFilesOf(storeBytes) < fewest.mostFilesOf(storeBytes)) {
        fewest = levels;
      }
    }
    return fewest;
  }

  /** Returns K of a level: how many files of it are merged. */
  public int files(int level) {
    return tiers.get(tierOf[level]).files();
  }

  /** Returns the number of the tier that a level belongs to, from 0 on. */
  public int tier(int level) {
    return tierOf[level];
  }

  /** Returns the storage policy of files of a level; empty for that of the family's folder. */
  public Optional<String> policy(int level) {
    return tiers.get(tierOf[level]).policy();
  }

  /** Returns the level of a file by its size alone. */
  public int own(long length) {
    int level = 0;
    while (level + 1 < MOST_LEVELS && length >= LEAST_SHARE * bytes[level + 1]) {
      level++;
    }
    return level;
  }

  /**
   * Returns the level of each file. No file has a smaller level than a newer one.
   *
   * @param files files from the oldest to the newest
   */
  public int[] of(List<FileView> files) {
    int[] levels = new int[files.size()];
    int highest = 0;
    for (int i = levels.length - 1; i >= 0; i--) {
      highest = Math.max(highest, own(files.get(i).ownBytes()));
      levels[i] = highest;
    }
    return levels;
  }

  /**
   * Returns the most files of a store without a merge that is late: one less than K of each level
   * that the store needs, and a run that is being merged.
   */
  public int mostFilesOf(long storeBytes) {
    int files = 0;
    int largest = 0;
    double held = 0;
    for (int level = 0; level < MOST_LEVELS && (level == 0 || held < storeBytes); level++) {
      files += files(level) - 1;
      largest = Math.max(largest, files(level));
      held += bytes[level] * (files(level) - 1);
    }
    return files + largest;
  }
}
