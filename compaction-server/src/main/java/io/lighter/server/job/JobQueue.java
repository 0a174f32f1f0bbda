package io.lighter.server.job;

import java.util.Comparator;
import java.util.Iterator;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Jobs that wait, the most urgent first, then in order of arrival. Bounded. Not thread-safe; the
 * scheduler's lock guards it.
 *
 * <p>A job that does not fit into memory is overtaken by later ones that do, but only {@value
 * #MAX_OVERTAKEN} times: then the server lets running jobs drain until it fits. Hence neither the
 * big nor the small starve.
 */
final class JobQueue {
  static final int MAX_OVERTAKEN = 8;

  private final int capacity;
  private final TreeSet<Job> jobs =
      new TreeSet<>(Comparator.comparingInt(Job::priority).thenComparingLong(Job::sequence));

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

  /** Takes out the job that should start now; empty when none may. */
  Optional<Job> pollAdmissible(Admission admission) {
    for (Iterator<Job> waiting = jobs.iterator(); waiting.hasNext(); ) {
      Job job = waiting.next();
      if (admission.fits(job.spec().inputBytes())) {
        waiting.remove();
        jobs.headSet(job).forEach(Job::overtake);
        return Optional.of(job);
      }
      if (job.overtaken() >= MAX_OVERTAKEN) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** Input bytes of the jobs that start before {@code job} does. */
  double bytesAhead(Job job) {
    return jobs.headSet(job).stream().mapToDouble(other -> other.spec().inputBytes()).sum();
  }
}
