// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.zookeeper.client.FourLetterWordMain;
import org.apache.zookeeper.common.X509Exception.SSLContextException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples all processes of a cluster, ZooKeeper and HDFS every few seconds, from {@link #start} to
 * {@link #close}. A restarted process counts as a new one, and so does a manager that has become
 * leader, because its work grows. Thread-safe.
 */
final class ResourceSampler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ResourceSampler.class);
  private static final long PERIOD_S = 10;
  private static final int SAMPLES_BETWEEN_COLLECTIONS = 12;
  private static final long END_S = 30;
  private static final int TIMEOUT_MS = 5_000;
  private static final String NODE_COUNT = "Node count: ";
  private static final double NANOS_PER_S = 1e9;

  private final LocalCluster cluster;
  private final Configuration conf;
  private final long start = System.nanoTime();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread sampler = new Thread(task, "resource-sampler");
            sampler.setDaemon(true);
            return sampler;
          });

  /** Used by the sampler's thread, and by {@link #close} after its end. */
  private final Map<ProcessName, ResourceProbe> probes = new HashMap<>();

  /** Used by the sampler's thread. */
  private int samples;

  /** Guarded by itself. */
  private final Map<Subject, Map<Gauge, ResourceSeries>> series = new LinkedHashMap<>();

  private ResourceSampler(LocalCluster cluster) {
    this.cluster = cluster;
    this.conf = cluster.configuration();
  }

  /**
   * The subject of samples.
   *
   * @param name name of a process, or {@code cluster}; followed by {@code leading} for the leader
   * @param pid of the process; 0 for the cluster
   */
  record Subject(String name, long pid) {
    private static final String LEADING = " leading";

    static final Subject CLUSTER = new Subject("cluster", 0);

    /** Name without {@code leading}. */
    String process() {
      return name.endsWith(LEADING) ? name.substring(0, name.length() - LEADING.length()) : name;
    }
  }

  static ResourceSampler start(LocalCluster cluster) {
    ResourceSampler sampler = new ResourceSampler(cluster);
    var unused =
        sampler.thread.scheduleWithFixedDelay(
            sampler::sample, 0, PERIOD_S, TimeUnit.SECONDS); // ends with the thread
    return sampler;
  }

  /** All series so far, in the order of their first samples. */
  Map<Subject, List<ResourceSeries>> series() {
    synchronized (series) {
      Map<Subject, List<ResourceSeries>> copy = new LinkedHashMap<>();
      series.forEach((subject, gauges) -> copy.put(subject, new ArrayList<>(gauges.values())));
      return copy;
    }
  }

  private void sample() {
    double now = (System.nanoTime() - start) / NANOS_PER_S;
    samples++;
    for (ProcessName name : cluster.processNames()) {
      if (cluster.isAlive(name)) {
        try {
          ResourceProbe probe = probe(name);
          Subject subject = subject(name, probe.pid());
          add(subject, now, probe.read());
          if (samples % SAMPLES_BETWEEN_COLLECTIONS == 0) {
            add(subject, now, probe.readCollected());
          }
        } catch (IOException | RuntimeException e) { // the process may just have been killed
          LOG.info("no sample process={}", name, e);
          forget(name);
        }
      }
    }
    try {
      add(Subject.CLUSTER, now, Map.of(Gauge.ZNODES, znodes(), Gauge.HDFS_FILES, hdfsFiles()));
    } catch (IOException | RuntimeException e) { // the next sample may succeed
      LOG.info("no sample of ZooKeeper and HDFS", e);
    }
  }

  private Subject subject(ProcessName name, long pid) throws IOException {
    boolean leads = name.role() == Role.MANAGER && TargetFinder.leads(cluster, name);
    return new Subject(leads ? name + Subject.LEADING : name.toString(), pid);
  }

  private ResourceProbe probe(ProcessName name) throws IOException {
    ResourceProbe known = probes.get(name);
    if (known != null && known.pid() == cluster.pid(name)) {
      return known;
    }
    forget(name);
    ResourceProbe probe = ResourceProbe.attach(cluster.pid(name));
    probes.put(name, probe);
    return probe;
  }

  private void forget(ProcessName name) {
    ResourceProbe probe = probes.remove(name);
    if (probe != null) {
      close(probe);
    }
  }

  private static void close(ResourceProbe probe) {
    try {
      probe.close();
    } catch (IOException e) {
      LOG.debug("process is gone pid={}", probe.pid(), e);
    }
  }

  private void add(Subject subject, double second, Map<Gauge, Double> values) {
    synchronized (series) {
      Map<Gauge, ResourceSeries> gauges =
          series.computeIfAbsent(subject, any -> new EnumMap<>(Gauge.class));
      values.forEach(
          (gauge, value) -> gauges.computeIfAbsent(gauge, ResourceSeries::new).add(second, value));
    }
  }

  private double znodes() throws IOException {
    try {
      String answer =
          FourLetterWordMain.send4LetterWord(
              conf.get(HConstants.ZOOKEEPER_QUORUM),
              conf.getInt(HConstants.ZOOKEEPER_CLIENT_PORT, 0),
              "srvr",
              false,
              TIMEOUT_MS);
      return answer
          .lines()
          .filter(line -> line.startsWith(NODE_COUNT))
          .mapToDouble(line -> Double.parseDouble(line.substring(NODE_COUNT.length())))
          .findFirst()
          .orElseThrow(() -> new IOException("ZooKeeper does not tell its nodes: " + answer));
    } catch (SSLContextException e) {
      throw new IOException(e);
    }
  }

  private double hdfsFiles() throws IOException {
    Path root = CommonFSUtils.getRootDir(conf);
    try (FileSystem fs = FileSystem.newInstance(root.toUri(), conf)) {
      return fs.getContentSummary(root).getFileCount();
    }
  }

  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(END_S, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
    probes.values().forEach(ResourceSampler::close);
  }
}
