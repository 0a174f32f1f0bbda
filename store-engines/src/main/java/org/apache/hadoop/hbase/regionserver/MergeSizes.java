// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.tiered.StoreWrites;
import io.lighter.engine.tiered.TieredJob;
import io.lighter.engine.tiered.TieredJob.Reason;
import io.lighter.engine.tiered.TieredPlanner;
import io.lighter.engine.tiered.TieredPlanner.Sizes;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * Compares the outputs of a store's merges with what was expected of them, and has the planner
 * learn. Thread-safe, without locks; does no I/O.
 */
@InterfaceAudience.Private
final class MergeSizes {
  private final TieredPlanner planner;
  private final StoreWrites writes;

  /** Merges that are queued or run, by the names of their inputs; also of some that have failed. */
  private final Map<String, Merge> merges = new ConcurrentHashMap<>();

  /**
   * Creates an object that has seen no merge.
   *
   * @param writes takes the errors
   */
  MergeSizes(TieredPlanner planner, StoreWrites writes) {
    this.planner = planner;
    this.writes = writes;
  }

  private record Merge(TieredJob job, Sizes sizes) {}

  /** Notes a merge that was selected. */
  void selected(TieredJob job, Sizes sizes, Collection<String> inputs) {
    Merge merge = new Merge(job, sizes);
    inputs.forEach(input -> merges.put(input, merge));
  }

  /**
   * Forgets merges that have ended.
   *
   * @param busy names of all files that HBase compacts; no merge is selected meanwhile
   */
  void retain(Set<String> busy) {
    merges.keySet().retainAll(busy);
  }

  /** Tells whether a merge that is queued or runs has a file; also of some that have failed. */
  boolean isMerging(String name) {
    return merges.containsKey(name);
  }

  /**
   * Notes a commit. Does nothing for one whose inputs no merge of {@link #selected} has.
   *
   * @param inputs names of the inputs
   * @param outputBytes bytes of all outputs
   */
  void committed(Collection<String> inputs, long outputBytes) {
    Optional<Merge> selected =
        inputs.stream().map(merges::remove).filter(Objects::nonNull).reduce((first, next) -> first);
    if (selected.isEmpty()) {
      return;
    }
    Merge merge = selected.get();
    planner.merged(merge.job, merge.sizes.inputs(), outputBytes);
    Reason reason = merge.job.reason();
    if (reason != Reason.REFERENCES && reason != Reason.CHOSEN) {
      writes.forecast(merge.sizes.output(), outputBytes);
    }
  }
}
