// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Repeats the write of a flush or a merge with the storage policy of another tier if HDFS has no
 * room for the last one. HBase would repeat a flush with the same policy, and abort the region
 * server in the end. HBase gives a merge up, and selects it again after a later flush.
 *
 * <p>Each policy is tried once, and up to {@value #REPEATS} times more while the attempts lose all
 * their DataNodes, so the number of tiers bounds the attempts. HDFS's client reports DataNodes as
 * lost in two cases. Their disks fill up within a block: the next attempt finds that they refuse
 * the block, or that they have room. Or the only DataNode of a block has refused the block, and the
 * writer came while {@code DataStreamer} was giving the block up (Hadoop 3.4.2, {@code
 * setupPipelineForCreate}): the next attempt is most likely told of the refusal. HDFS's client
 * bounds the time of an attempt, as it does for HBase's own writes.
 *
 * <p>Immutable. Does no I/O of its own.
 */
public final class TierSpill {
  private static final int REPEATS = 2;

  /** The distinct policies of the plan, that of the fastest tier first. */
  private final List<Optional<String>> tiers;

  /** The same policies in the order of attempts. */
  private final List<Optional<String>> policies;

  private TierSpill(List<Optional<String>> tiers, List<Optional<String>> policies) {
    this.tiers = tiers;
    this.policies = List.copyOf(policies);
  }

  /** Returns the order of attempts for a flush: from the fastest tier to the slowest one. */
  public static TierSpill ofFlush(TierPlan plan) {
    List<Optional<String>> tiers = distinct(plan);
    return new TierSpill(tiers, tiers);
  }

  /**
   * Returns the order of attempts for a merge: its own tier, the slower ones, and then the faster
   * ones from the slowest of these on.
   *
   * @param own policy of the tier that the output belongs to; empty for that of the family's folder
   */
  public static TierSpill ofMerge(TierPlan plan, Optional<String> own) {
    List<Optional<String>> tiers = distinct(plan);
    int from = tiers.indexOf(own);
    List<Optional<String>> policies = new ArrayList<>();
    policies.add(own); // also if the options have changed since the merge was selected
    policies.addAll(tiers.subList(from + 1, tiers.size()));
    for (int tier = from - 1; tier >= 0; tier--) {
      policies.add(tiers.get(tier));
    }
    return new TierSpill(tiers, policies);
  }

  private static List<Optional<String>> distinct(TierPlan plan) {
    return plan.tiers().stream().map(TierPlan.Tier::policy).distinct().toList();
  }

  /**
   * Writes the whole output.
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
   * @param tier number of its policy among the distinct ones of the plan, from 0 on; -1 if the plan
   *     has no such policy
   * @param policy its storage policy; empty for that of the family's folder
   * @param firstError why the first policy failed; empty if it is the one that was written with
   */
  public record Written<T>(
      T result, int tier, Optional<String> policy, Optional<IOException> firstError) {}

  /**
   * Attempts to write until a policy has room.
   *
   * @throws IOException an error of any attempt that is no matter of room, as it is; if no policy
   *     has room, the first error that says so, with those of other attempts suppressed
   */
  public <T> Written<T> write(Attempt<T> attempt) throws IOException {
    IOException first = null;
    int repeats = 0;
    for (int next = 0; next < policies.size(); ) {
      Optional<String> policy = policies.get(next);
      try {
        T result = attempt.write(policy);
        return new Written<>(
            result,
            tier(policy),
            policy,
            next == 0 ? Optional.empty() : Optional.ofNullable(first));
      } catch (IOException e) {
        if (NoRoom.in(e).isPresent()) {
          next++;
          repeats = 0;
        } else if (repeats < REPEATS && LostNodes.in(e)) {
          repeats++;
        } else {
          throw with(e, first);
        }
        first = first == null || LostNodes.in(first) ? with(e, first) : with(first, e);
      }
    }
    throw first; // there is a first attempt
  }

  /**
   * Returns the policy to try after attempts of another process, by the rules of {@link #write}.
   *
   * @param failures what the process says about each of its attempts, in their order
   * @return a policy, which is empty for that of the family's folder; nothing if the last failure
   *     is no matter of room, or if each policy was tried
   */
  public Optional<Optional<String>> after(List<String> failures) {
    int next = 0;
    int repeats = 0;
    for (String failure : failures) {
      if (NoRoom.isSaidBy(failure)) {
        next++;
        repeats = 0;
      } else if (repeats < REPEATS && LostNodes.isSaidBy(failure)) {
        repeats++;
      } else {
        return Optional.empty();
      }
    }
    return next < policies.size() ? Optional.of(policies.get(next)) : Optional.empty();
  }

  /** Returns the number of a policy among the distinct ones of the plan, from 0 on; -1: none. */
  public int tier(Optional<String> policy) {
    return tiers.indexOf(policy);
  }

  private static IOException with(IOException thrown, IOException other) {
    if (other != null && other != thrown) {
      thrown.addSuppressed(other);
    }
    return thrown;
  }
}
