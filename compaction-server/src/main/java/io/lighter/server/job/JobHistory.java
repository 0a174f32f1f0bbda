// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import io.lighter.common.CompactionJobId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The ends of the latest jobs, for a region server that repeats a lost call. Not thread-safe; the
 * scheduler's lock guards it.
 */
final class JobHistory {
  private final Map<CompactionJobId, End> ends;

  /**
   * The end of a job.
   *
   * @param message empty for DONE
   * @param byOperator whether an operator cancelled the job, which ends its retries
   */
  record End(JobPhase phase, String message, boolean byOperator) {}

  JobHistory(int capacity) {
    this.ends =
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<CompactionJobId, End> eldest) {
            return size() > capacity;
          }
        };
  }

  void add(CompactionJobId id, End end) {
    ends.put(id, end);
  }

  Optional<End> find(CompactionJobId id) {
    return Optional.ofNullable(ends.get(id));
  }
}
