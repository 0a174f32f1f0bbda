// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.local;

import io.lighter.common.protocol.LighterProtos.JobProgress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionProgress;

/**
 * Progress of one store's compactions in flight by their last heartbeats, which HBase shows for a
 * region beside its own. Thread-safe.
 */
public final class InFlightProgress {
  private final Set<Job> jobs = ConcurrentHashMap.newKeySet();

  /**
   * Adds a job; {@link Job#end} follows.
   *
   * @param inputCells sum of the inputs' cells
   */
  public Job begin(long inputCells) {
    Job job = new Job(inputCells);
    jobs.add(job);
    return job;
  }

  public boolean isEmpty() {
    return jobs.isEmpty();
  }

  /** The progress of all jobs and of {@code local} together. */
  public CompactionProgress plus(CompactionProgress local) {
    CompactionProgress sum = new CompactionProgress(local.totalCompactingKVs);
    sum.currentCompactedKVs = local.currentCompactedKVs;
    sum.totalCompactedSize = local.totalCompactedSize;
    for (Job job : jobs) {
      JobProgress last = job.last;
      sum.totalCompactingKVs += job.inputCells;
      sum.currentCompactedKVs += Math.min(job.inputCells, Math.max(0, last.getCellsRead()));
      sum.totalCompactedSize += Math.max(0, last.getBytesWritten());
    }
    return sum;
  }

  /** The progress of one attempt. */
  public final class Job {
    private final long inputCells;
    private volatile JobProgress last = JobProgress.getDefaultInstance();

    private Job(long inputCells) {
      this.inputCells = inputCells;
    }

    /** Takes the progress of a heartbeat. */
    public void moved(JobProgress progress) {
      last = progress;
    }

    public void end() {
      jobs.remove(this);
    }
  }
}
