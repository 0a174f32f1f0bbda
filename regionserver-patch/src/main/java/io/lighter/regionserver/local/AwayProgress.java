package io.lighter.regionserver.local;

import io.lighter.common.protocol.LighterProtos.JobProgress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionProgress;

/**
 * How far those compactions of one store are that are away, as their last heartbeats said: what
 * HBase shows of a region beside its own. Thread-safe.
 */
public final class AwayProgress {
  private final Set<Job> jobs = ConcurrentHashMap.newKeySet();

  /**
   * A job begins; {@link Job#end} follows.
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

  /** One attempt. */
  public final class Job {
    private final long inputCells;
    private volatile JobProgress last = JobProgress.getDefaultInstance();

    private Job(long inputCells) {
      this.inputCells = inputCells;
    }

    /** A heartbeat brought news. */
    public void moved(JobProgress progress) {
      last = progress;
    }

    public void end() {
      jobs.remove(this);
    }
  }
}
