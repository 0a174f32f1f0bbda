package io.lighter.server.compaction;

import io.lighter.server.job.RegionServerTime;
import org.apache.hadoop.hbase.util.EnvironmentEdge;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * HBase's clock in a compaction server. HBase's compactor asks it which cells have expired and
 * which delete markers may go ({@code StoreScanner}, {@code Compactor}). In a job, that is the
 * clock of the region server which serves the output: by a clock that is ahead, cells would be gone
 * that are still to be read. All other threads have the clock that was there before. Thread-safe.
 */
final class JobClock implements EnvironmentEdge {
  private static final ThreadLocal<RegionServerTime> OF_JOB = new ThreadLocal<>();

  private final EnvironmentEdge outsideOfJobs;

  private JobClock(EnvironmentEdge outsideOfJobs) {
    this.outsideOfJobs = outsideOfJobs;
  }

  /** Puts one in front of HBase's clock of this process, unless it is there. */
  static void install() {
    EnvironmentEdge present = EnvironmentEdgeManager.getDelegate();
    if (!(present instanceof JobClock)) {
      EnvironmentEdgeManager.injectEdge(new JobClock(present));
    }
  }

  /** From now on the calling thread has that clock. */
  static void use(RegionServerTime time) {
    OF_JOB.set(time);
  }

  /** The calling thread has the process's clock again. */
  static void reset() {
    OF_JOB.remove();
  }

  @Override
  public long currentTime() {
    RegionServerTime time = OF_JOB.get();
    return time == null ? outsideOfJobs.currentTime() : time.now();
  }
}
