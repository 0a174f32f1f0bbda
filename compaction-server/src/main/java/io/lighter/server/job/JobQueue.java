// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The waiting jobs of all region servers, the most urgent first. Bounded. Not thread-safe; the
 * scheduler's lock guards it.
 *
 * <p>Urgency is HBase's priority of the store, which is the number of files that the store may
 * still get before it blocks writes. That number means the same at each region server. Waiting also
 * raises urgency ({@link Job#rank}). Equal jobs start in the order of arrival.
 *
 * <p>A job that does not fit into memory is overtaken by later ones that do, but at most {@value
 * #MAX_OVERTAKEN} times: then the server lets running jobs drain until the job fits. So neither big
 * nor small jobs starve. A job that waits for a DataNode is passed over without bound, because
 * draining the server would not help it.
 */
final class JobQueue {
  static final int MAX_OVERTAKEN = 8;

  private final int capacity;
  private final TreeSet<Job> jobs =
      new TreeSet<>(Comparator.comparingLong(Job::rank).thenComparingLong(Job::sequence));

  JobQueue(int capacity) {
    this.capacity = capacity;
  }

  boolean isFull() {
    return jobs.size() >= capacity;
  }

  int size() {
    return jobs.size();
  }

  void add(Job job) {
    jobs.add(job);
  }

  void remove(Job job) {
    jobs.remove(job);
  }

  /**
   * Removes the job that should start now; empty if none may start.
   *
   * @param eligible the jobs to look at; others neither start nor count as overtaken
   */
  Optional<Job> pollAdmissible(
      Predicate<Job> eligible, Admission admission, DataNodeSlots dataNodes, long now) {
    List<Job> tooBig = new ArrayList<>();
    for (Iterator<Job> waiting = jobs.iterator(); waiting.hasNext(); ) {
      Job job = waiting.next();
      if (!eligible.test(job)) {
        continue;
      }
      if (!dataNodes.hasRoom(job, now)) {
        job.passOver(now);
      } else if (admission.fits(job.spec().memoryBytes())) {
        waiting.remove();
        tooBig.forEach(Job::overtake);
        return Optional.of(job);
      } else if (job.overtaken() >= MAX_OVERTAKEN) {
        return Optional.empty();
      } else {
        tooBig.add(job);
      }
    }
    return Optional.empty();
  }

  /** Input bytes of the jobs that start before {@code job} does. */
  double bytesAhead(Job job) {
    return bytes(jobs.headSet(job));
  }

  /** Input bytes of all waiting jobs. */
  double bytes() {
    return bytes(jobs);
  }

  private static double bytes(Iterable<Job> some) {
    double bytes = 0;
    for (Job job : some) {
      bytes += job.spec().inputBytes();
    }
    return bytes;
  }
}
