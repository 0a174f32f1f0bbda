// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import java.util.List;
import java.util.Optional;

/**
 * The tiers of a store, the fastest first.
 *
 * @param tiers at least one; the first has the storage policy of the family's folder
 */
public record TierPlan(List<Tier> tiers) {
  /** Copies the list. */
  public TierPlan {
    tiers = List.copyOf(tiers);
    if (tiers.isEmpty()) {
      throw new IllegalArgumentException("a plan needs a tier");
    }
  }

  /**
   * One tier.
   *
   * @param policy HDFS storage policy of outputs; empty for that of the family's folder
   * @param files files of a level that are merged (K), at least 2
   * @param bytes bytes of a store that the tier takes; {@link Long#MAX_VALUE} for the last tier
   */
  public record Tier(Optional<String> policy, int files, long bytes) {
    public Tier {
      if (files < 2 || bytes < 1) {
        throw new IllegalArgumentException("K=" + files + " bytes=" + bytes);
      }
    }
  }

  /** Returns a plan of one tier. */
  public static TierPlan ofOneTier(int files) {
    return new TierPlan(List.of(new Tier(Optional.empty(), files, Long.MAX_VALUE)));
  }

  /** Returns the largest K of the tiers. */
  public int mostFiles() {
    return tiers.stream().mapToInt(Tier::files).max().orElseThrow();
  }

  /**
   * Returns this plan with no K above a limit.
   *
   * @param most the limit, at least 2
   */
  public TierPlan capped(int most) {
    return new TierPlan(
        tiers.stream()
            .map(tier -> new Tier(tier.policy, Math.min(tier.files, most), tier.bytes))
            .toList());
  }
}
