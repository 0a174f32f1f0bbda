// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Repeats the write of a flush with the storage policy of the next tier if HDFS has no room for the
 * last one. HBase would repeat the write with the same policy, and abort the region server in the
 * end.
 *
 * <p>Each policy is tried once, so the number of tiers bounds the attempts. HDFS's client bounds
 * the time of an attempt, as it does for HBase's own flush.
 *
 * <p>Immutable. Does no I/O of its own.
 */
public final class FlushSpill {
  private final List<Optional<String>> policies;

  /** Creates the order of attempts for a plan. */
  public FlushSpill(TierPlan plan) {
    policies = plan.tiers().stream().map(TierPlan.Tier::policy).distinct().toList();
  }

  /**
   * Writes the whole flush.
   *
   * @param <T> what was written
   */
  @FunctionalInterface
  public interface Attempt<T> {
    /**
     * Writes, or leaves nothing behind.
     *
     * @param policy storage policy; empty for that of the family's folder
     */
    T write(Optional<String> policy) throws IOException;
  }

  /**
   * What was written.
   *
   * @param result what the successful attempt returned
   * @param tier number of its policy among the distinct ones of the plan, from 0 on
   * @param policy its storage policy; empty for that of the family's folder
   * @param firstError why the first attempt failed; empty if it did not
   */
  public record Written<T>(
      T result, int tier, Optional<String> policy, Optional<IOException> firstError) {}

  /**
   * Attempts to write until a policy has room.
   *
   * @throws IOException an error of any attempt that is no matter of room, as it is; if no policy
   *     has room, the first error, with those of later attempts suppressed
   */
  public <T> Written<T> write(Attempt<T> attempt) throws IOException {
    IOException first = null;
    for (int tier = 0; tier < policies.size(); tier++) {
      Optional<String> policy = policies.get(tier);
      try {
        T result = attempt.write(policy);
        return new Written<>(result, tier, policy, Optional.ofNullable(first));
      } catch (IOException e) {
        if (NoRoom.in(e).isEmpty()) {
          throw with(e, first);
        }
        first = first == null ? e : with(first, e);
      }
    }
    throw first; // a plan has a tier
  }

  private static IOException with(IOException thrown, IOException other) {
    if (other != null && other != thrown) {
      thrown.addSuppressed(other);
    }
    return thrown;
  }
}
