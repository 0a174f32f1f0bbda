// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts the jobs that read mostly from each DataNode, and decides whether another job may start.
 * Not thread-safe; the scheduler's lock guards it.
 *
 * <p>A job counts against one DataNode: among those with most of its input, the one with the fewest
 * jobs at its start. The job waits only while each of them has the maximum, so never if nothing
 * else runs there. Within a server the queue's order prevents starvation of a waiting job. Between
 * servers nothing prevents starvation, since a server sees its own free slot a report earlier than
 * the others. So a job passed over for {@value #MAX_PASSED_OVER_MS} ms also starts where none of
 * this server's jobs runs. See docs/decisions/0011.
 */
final class DataNodeSlots {
  /** Time after which a job that was passed over may exceed the maximum of a DataNode. */
  static final long MAX_PASSED_OVER_MS = 60_000;

  /** Time for which counts of other servers hold without news from the manager. */
  static final long NEWS_HOLD_MS = 30_000;

  private final int max;
  private final Map<String, Integer> here = new HashMap<>();
  private Map<String, Integer> elsewhere = Map.of();
  private long elsewhereAt;

  /**
   * Creates empty counts.
   *
   * @param max maximum of jobs per DataNode; 0: no cap
   */
  DataNodeSlots(int max) {
    this.max = max;
  }

  /** Sets the jobs that run on other servers, by host name of the DataNode. */
  void elsewhere(Map<String, Integer> jobs, long now) {
    elsewhere = Map.copyOf(jobs);
    elsewhereAt = now;
  }

  boolean hasRoom(Job job, long now) {
    return max == 0
        || job.spec().dataNodes().isEmpty()
        || leastLoadedWithRoom(job, now).isPresent();
  }

  /** Takes a slot for a job that {@link #hasRoom}. */
  void take(Job job, long now) {
    Optional<String> node =
        max == 0 ? leastLoaded(job.spec().dataNodes(), now) : leastLoadedWithRoom(job, now);
    node.ifPresent(
        host -> {
          here.merge(host, 1, Integer::sum);
          job.readFrom(host);
        });
  }

  void release(Job job) {
    job.dataNode()
        .ifPresent(host -> here.compute(host, (name, jobs) -> jobs == 1 ? null : jobs - 1));
  }

  private Optional<String> leastLoadedWithRoom(Job job, long now) {
    boolean waitedLong = job.passedOverFor(now) >= MAX_PASSED_OVER_MS;
    return leastLoaded(
        job.spec().dataNodes().stream()
            .filter(
                host -> load(host, now) < max || (waitedLong && here.getOrDefault(host, 0) == 0))
            .toList(),
        now);
  }

  private Optional<String> leastLoaded(List<String> hosts, long now) {
    return hosts.stream().min(Comparator.comparingInt(host -> load(host, now)));
  }

  /** The jobs of all servers that count against each DataNode; a copy. */
  Map<String, Integer> jobs(long now) {
    Map<String, Integer> jobs = new HashMap<>(elsewhere(now));
    here.forEach((host, number) -> jobs.merge(host, number, Integer::sum));
    return jobs;
  }

  private int load(String host, long now) {
    return here.getOrDefault(host, 0) + elsewhere(now).getOrDefault(host, 0);
  }

  private Map<String, Integer> elsewhere(long now) {
    return now - elsewhereAt > NEWS_HOLD_MS ? Map.of() : elsewhere;
  }
}
