package io.lighter.server.job;

/** Deletes what a job wrote, when nobody gets it. Thread-safe. */
@FunctionalInterface
public interface JobFolders {
  /**
   * Deletes the job's folder if it exists, if need be later. A failure is logged, not thrown: HBase
   * empties {@code .tmp} when it next opens the region.
   */
  void delete(JobSpec spec);
}
