// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * Tells how many compactions of a store are queued or run. HBase only knows the files of all of
 * them together. Thread-safe.
 */
@InterfaceAudience.Private
final class RunningJobs {
  /** Numbers of compactions by the names of their inputs; also of some that have ended. */
  private final Map<String, Long> jobs = new ConcurrentHashMap<>();

  private final AtomicLong selected = new AtomicLong();

  /** Notes the inputs of a compaction that has been selected. */
  void add(Collection<String> inputs) {
    long job = selected.incrementAndGet();
    inputs.forEach(name -> jobs.put(name, job));
  }

  /**
   * Forgets compactions that have ended.
   *
   * @param busy names of all files that HBase compacts; no compaction is selected meanwhile
   */
  void retain(Set<String> busy) {
    jobs.keySet().retainAll(busy);
  }

  /** Returns the number of compactions that {@code busy} are the inputs of. */
  int count(Set<String> busy) {
    return (int) busy.stream().map(jobs::get).filter(Objects::nonNull).distinct().count();
  }
}
