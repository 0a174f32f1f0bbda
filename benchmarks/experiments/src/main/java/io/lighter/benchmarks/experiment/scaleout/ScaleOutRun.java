// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.scaleout;

import io.lighter.benchmarks.experiment.LatencyLog;
import java.time.Instant;
import java.util.List;

/**
 * The measurements of a growing cluster.
 *
 * @param start time when clients had settled
 * @param parts at least one part
 * @param failures reasons why the run is invalid; empty if valid
 */
public record ScaleOutRun(
    int regionServers,
    int repeat,
    Instant start,
    List<Part> parts,
    LatencyLog latencies,
    List<OffloadedJob> jobs,
    List<String> failures) {

  /** Copies the collections. */
  public ScaleOutRun {
    parts = List.copyOf(parts);
    jobs = List.copyOf(jobs);
    failures = List.copyOf(failures);
  }

  /**
   * The time with one number of compaction servers.
   *
   * @param from registration of the last server
   * @param countedFrom start of the measurement
   */
  public record Part(int servers, Instant from, Instant countedFrom, Instant to) {}

  /** End of the last part. */
  public Instant end() {
    return parts.get(parts.size() - 1).to();
  }

  /** Second 0 of plots: the first growth, or else the start. */
  public Instant origin() {
    return parts.size() > 1 ? parts.get(1).from() : start;
  }

  /** The figures of a part. */
  public QueueFigures figures(Part part) {
    return QueueFigures.of(jobs, part.servers(), part.countedFrom(), part.to());
  }
}
