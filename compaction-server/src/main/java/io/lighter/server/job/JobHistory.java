// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import io.lighter.common.CompactionJobId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The ends of the latest jobs, for a region server that repeats a lost call. Not thread-safe; the
 * scheduler's lock guards it.
 */
final class JobHistory {
  private static final int CAPACITY = 1000;

  private final Map<CompactionJobId, End> ends =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<CompactionJobId, End> eldest) {
          return size() > CAPACITY;
        }
      };

  /**
   * The end of a job.
   *
   * @param message empty for DONE
   * @param byOperator whether an operator cancelled the job, which ends its retries
   * @param storeBusy whether the job failed since the object store asks for fewer requests
   */
  record End(JobPhase phase, String message, boolean byOperator, boolean storeBusy) {
    /** An end that says nothing of the object store. */
    End(JobPhase phase, String message, boolean byOperator) {
      this(phase, message, byOperator, false);
    }

    /** The end of a job that failed. */
    End(JobPhase phase, JobFailure failure) {
      this(phase, failure.message(), false, failure.storeBusy());
    }
  }

  void add(CompactionJobId id, End end) {
    ends.put(id, end);
  }

  /** Whether a job of this id is known to have ended. */
  boolean has(CompactionJobId id) {
    return ends.containsKey(id);
  }

  /** The end of a job; an unknown job is CANCELLED. */
  End endOf(CompactionJobId id) {
    End end = ends.get(id);
    return end == null ? new End(JobPhase.CANCELLED, "unknown job " + id, false) : end;
  }
}
