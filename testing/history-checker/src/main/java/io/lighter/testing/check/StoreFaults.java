// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.testing.cluster.JmxCounters;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.ObjectStoreServer;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import io.lighter.testing.s3.FaultShare;
import io.lighter.testing.s3.Injection;
import io.lighter.testing.s3.RequestCount;
import io.lighter.testing.s3.RequestMethod;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The faults that the object store of a checked cluster injects all the time, and how often they
 * were met: one request in a hundred is refused (503), and one in two hundred is executed without
 * an answer.
 *
 * @param requests all requests since the store's start
 * @param refused requests that got 503
 * @param lost requests that were executed and not answered
 * @param busyJobs jobs that failed because of 503, on compaction servers that still run
 */
public record StoreFaults(long requests, long refused, long lost, long busyJobs) {
  private static final double REFUSED = 0.01;

  /**
   * Not of POST: if the answer to the beginning of an upload were lost, only a rule of the bucket
   * would end that upload, and S3Proxy refuses to complete an upload twice, which S3 does not.
   */
  private static final double LOST = 0.005;

  private static final Injection ALWAYS =
      Injection.NONE
          .withRefused(FaultShare.ofAll(REFUSED))
          .withLost(FaultShare.ofAllBut(RequestMethod.POST, LOST));

  private static final String SERVER_BEAN = "Hadoop:service=HBase,name=CompactionServer";
  private static final String BUSY_JOBS = "StoreBusyJobs";

  /** Attempts of the SDK and of S3A after a refusal. */
  private static final List<String> RETRIES =
      List.of("fs.s3a.attempts.maximum", "fs.s3a.retry.throttle.limit");

  /**
   * Adds the faults to a cluster with an object store.
   *
   * @param seed seed of the draws that decide which requests meet a fault
   */
  public static void addTo(LocalClusterSettings.Builder cluster, long seed) {
    cluster.injection(ALWAYS, seed);
  }

  /**
   * Makes the file system of compaction servers pass on each refusal, which S3A otherwise hides by
   * up to a hundred attempts, so that jobs meet them.
   */
  static void passOnRefusals(LocalClusterSettings.Builder cluster) {
    RETRIES.forEach(key -> cluster.site(Role.COMPACTION_SERVER, key, "0"));
  }

  /** The faults so far. */
  public static StoreFaults of(LocalCluster cluster) throws IOException {
    List<RequestCount> counts;
    try (ObjectStoreServer store = cluster.objectStore()) {
      counts = store.requests();
    }
    long busy = 0;
    for (ProcessName name : cluster.processNames()) {
      if (name.role() == Role.COMPACTION_SERVER && cluster.isAlive(name)) {
        try (JmxCounters counters = JmxCounters.attach(cluster.pid(name))) {
          busy += counters.read(SERVER_BEAN, BUSY_JOBS).map(values -> values.get(0)).orElse(0L);
        }
      }
    }
    return new StoreFaults(
        counts.stream().mapToLong(RequestCount::getRequests).sum(),
        counts.stream().mapToLong(RequestCount::getRefused).sum(),
        counts.stream().mapToLong(RequestCount::getLost).sum(),
        busy);
  }

  /** The numbers in words. */
  public String inWords() {
    return "object store: %,d requests, of which %,d were refused and %,d lost their answer"
        .formatted(requests, refused, lost);
  }

  /** The fault that no request met; empty if there is none. */
  public Optional<String> shortfall() {
    if (refused == 0 || lost == 0) {
      return Optional.of(
          "no request to the object store was refused, or none lost its answer, so nothing is"
              + " known of that");
    }
    return Optional.empty();
  }

  /** The same, if jobs were to meet refusals. */
  Optional<String> shortfallOfJobs() {
    return busyJobs == 0
        ? Optional.of("no job failed because of a refusal (503), so nothing is known of that")
        : shortfall();
  }
}
