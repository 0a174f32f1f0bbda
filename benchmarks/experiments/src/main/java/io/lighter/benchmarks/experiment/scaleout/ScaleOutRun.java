package io.lighter.benchmarks.experiment.scaleout;

import io.lighter.benchmarks.experiment.LatencyLog;
import java.time.Instant;
import java.util.List;

/**
 * What was measured on a cluster that grew.
 *
 * @param start when clients had settled
 * @param parts at least one
 * @param failures why it does not count; none if it does
 */
public record ScaleOutRun(
    int regionServers,
    int repeat,
    Instant start,
    List<Part> parts,
    LatencyLog latencies,
    List<OffloadedJob> jobs,
    List<String> failures) {

  /** Copies. */
  public ScaleOutRun {
    parts = List.copyOf(parts);
    jobs = List.copyOf(jobs);
    failures = List.copyOf(failures);
  }

  /**
   * The time with a number of compaction servers.
   *
   * @param from when the last of them had registered
   * @param countedFrom when figures begin
   */
  public record Part(int servers, Instant from, Instant countedFrom, Instant to) {}

  /** When the last part ended. */
  public Instant end() {
    return parts.get(parts.size() - 1).to();
  }

  /** Second 0 of plots: when the cluster first grew, or else the start. */
  public Instant origin() {
    return parts.size() > 1 ? parts.get(1).from() : start;
  }

  /** The figures of a part. */
  public QueueFigures figures(Part part) {
    return QueueFigures.of(jobs, part.servers(), part.countedFrom(), part.to());
  }
}
