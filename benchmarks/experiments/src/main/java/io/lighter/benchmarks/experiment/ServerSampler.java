// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a {@link ServerSample} a second, from {@link #start} to {@link #close}. Each sample costs a
 * region server some milliseconds of CPU, for all strategies alike. Thread-safe.
 */
public final class ServerSampler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerSampler.class);

  /** HBase answers from a copy up to a second old; a shorter period would show steps. */
  private static final long PERIOD_MS = 1_050;

  private static final long END_S = 10;

  private final Clock clock;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread sampler = new Thread(task, "server-sampler");
            sampler.setDaemon(true);
            return sampler;
          });

  /** Used by the sampler's thread, and by {@link #close} after its end. */
  private final List<ServerProbe> regionServers = new ArrayList<>();

  /** As {@link #regionServers}. */
  private final List<ServerProbe> compactionServers = new ArrayList<>();

  /** Guarded by itself. */
  private final List<ServerSample> samples = new ArrayList<>();

  private ServerSampler(Clock clock) {
    this.clock = clock;
  }

  /** Starts to sample the cluster's current servers. */
  public static ServerSampler start(LocalCluster cluster, Clock clock) throws IOException {
    ServerSampler sampler = new ServerSampler(clock);
    try {
      for (ProcessName name : cluster.processNames()) {
        if (name.role() == Role.REGION_SERVER) {
          sampler.regionServers.add(ServerProbe.attach(cluster.pid(name)));
        } else if (name.role() == Role.COMPACTION_SERVER) {
          sampler.compactionServers.add(ServerProbe.attach(cluster.pid(name)));
        }
      }
    } catch (IOException e) {
      sampler.close();
      throw e;
    }
    var unused =
        sampler.thread.scheduleAtFixedRate(
            sampler::sample, 0, PERIOD_MS, TimeUnit.MILLISECONDS); // ends with the thread
    return sampler;
  }

  /** The samples so far. */
  public SampleSeries series() {
    synchronized (samples) {
      return new SampleSeries(samples);
    }
  }

  /** Waits for the next sample. */
  void awaitNext() throws IOException {
    int before = series().samples().size();
    Await.until(
        "a sample of the servers",
        Duration.ofSeconds(END_S),
        () -> series().samples().size() > before);
  }

  private void sample() {
    try {
      for (ServerProbe server : regionServers) {
        server.readRegionServer();
      }
      for (ServerProbe server : compactionServers) {
        server.readCompactionServer();
      }
      ServerSample sample = sum();
      synchronized (samples) {
        samples.add(sample);
      }
    } catch (IOException | RuntimeException e) { // the next sample may succeed
      LOG.warn("no sample of the servers", e);
    }
  }

  private ServerSample sum() throws IOException {
    long networkBytes = 0;
    for (ServerProbe server : regionServers) {
      networkBytes += server.networkBytes();
    }
    return new ServerSample(
        clock.instant(),
        regionServers.stream().mapToLong(ServerProbe::hits).sum(),
        regionServers.stream().mapToLong(ServerProbe::misses).sum(),
        regionServers.stream().mapToLong(ServerProbe::hdfsBlocks).sum(),
        regionServers.stream().mapToLong(ServerProbe::remoteBlocks).sum(),
        compactionServers.stream().mapToLong(ServerProbe::chunkBytes).sum(),
        networkBytes,
        regionServers.stream().mapToDouble(ServerProbe::cpuSeconds).sum(),
        regionServers.stream().mapToLong(ServerProbe::cachedBytes).sum());
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
    for (List<ServerProbe> servers : List.of(regionServers, compactionServers)) {
      for (ServerProbe server : servers) {
        try {
          server.close();
        } catch (IOException e) {
          LOG.debug("server is gone", e);
        }
      }
    }
  }
}
