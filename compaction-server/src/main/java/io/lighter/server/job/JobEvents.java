package io.lighter.server.job;

/**
 * Told what happens to jobs, under the scheduler's lock: must return at once and not call back.
 * Times are milliseconds.
 */
public interface JobEvents {
  void accepted();

  void started(long waitMs);

  /** The output is durable. */
  void completed(long runMs, long bytesRead, long bytesWritten);

  void failed();

  void cancelled();
}
