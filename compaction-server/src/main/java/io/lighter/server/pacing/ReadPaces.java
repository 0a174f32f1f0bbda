// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.pacing;

import io.lighter.common.CompactionJobId;
import io.lighter.common.MonotonicClock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The paces of all running jobs of this server. A DataNode's rate is remembered for a minute after
 * its last job, so that the next one does not begin at full speed in the middle of a busy time.
 *
 * <p>Thread-safe. {@code this} guards the maps; the lock of a {@link DataNodePace} is taken after
 * it.
 */
public final class ReadPaces {
  private static final long REMEMBERED_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final PaceSettings settings;
  private final MonotonicClock clock;
  private final PaceEvents events;

  /** Guarded by this. */
  private final Map<String, DataNodePace> nodes = new HashMap<>();

  /** Guarded by this. */
  private final Map<CompactionJobId, JobPace> jobs = new HashMap<>();

  /** Creates paces without jobs. */
  public ReadPaces(PaceSettings settings, MonotonicClock clock, PaceEvents events) {
    this.settings = settings;
    this.clock = clock;
    this.events = events;
  }

  /**
   * Begins to pace a job; the caller closes the result when the job ends.
   *
   * @param dataNode the DataNode that the job counts against; empty if its input is scattered: then
   *     all such jobs for one region server share a rate
   * @param regionServer region server that the job works for
   * @param urgent whether the store is about to delay writes, as far as the request says
   */
  public synchronized JobPace open(
      CompactionJobId id, Optional<String> dataNode, String regionServer, boolean urgent) {
    nodes.values().removeIf(node -> node.isUnusedFor(REMEMBERED_NANOS));
    DataNodePace node =
        nodes.computeIfAbsent(
            dataNode.orElse("for " + regionServer),
            key -> new DataNodePace(settings, clock, events));
    JobPace job = new JobPace(node, settings.enabled(), urgent, closed -> remove(id, closed));
    node.add(job);
    jobs.put(id, job);
    return job;
  }

  private synchronized void remove(CompactionJobId id, JobPace job) {
    jobs.remove(id, job);
    job.node().remove(job);
  }

  /** Records the pressure on the region server of a running job; ignores other jobs. */
  public void report(CompactionJobId id, ReportedPressure reported) {
    JobPace job;
    synchronized (this) {
      job = settings.enabled() ? jobs.get(id) : null;
    }
    if (job != null) {
      job.report(reported);
    }
  }

  /**
   * Halves the rate of all running jobs, since the object store asks for fewer requests. The rate
   * rises again as after a stall. Does nothing while pacing is off.
   */
  public synchronized void storeBusy() {
    if (settings.enabled()) {
      nodes.values().forEach(DataNodePace::storeBusy);
    }
  }

  /** Number of running jobs that are limited now. */
  public synchronized long limitedJobs() {
    return nodes.values().stream().mapToLong(DataNodePace::limitedJobs).sum();
  }

  /** Number of remembered DataNodes, for tests. */
  synchronized int nodes() {
    return nodes.size();
  }
}
