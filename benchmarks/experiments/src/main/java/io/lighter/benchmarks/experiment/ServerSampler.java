// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ObjectStoreServer;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.Closeable;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a {@link ServerSample} a second, from {@link #start} to {@link #close}. Each sample costs a
 * region server some milliseconds of CPU, for all strategies alike. Thread-safe.
 */
public final class ServerSampler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerSampler.class);

  /** HBase answers from a copy up to a second old; a shorter period would show steps. */
  private static final Duration PERIOD = Duration.ofMillis(1_050);

  private static final Duration LONGEST_SAMPLE = Duration.ofSeconds(10);

  private final Servers servers;
  private final PeriodicSamples<ServerSample> samples;

  private ServerSampler(Servers servers, PeriodicSamples<ServerSample> samples) {
    this.servers = servers;
    this.samples = samples;
  }

  /** Starts to sample the cluster's current servers. */
  public static ServerSampler start(LocalCluster cluster, Clock clock) throws IOException {
    Servers servers = new Servers(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), clock);
    try {
      servers.attach(cluster);
    } catch (IOException e) {
      servers.close();
      throw e;
    }
    return new ServerSampler(
        servers,
        PeriodicSamples.start(
            "server-sampler",
            PERIOD,
            servers::sample,
            failure -> LOG.warn("no sample of the servers", failure)));
  }

  /** The samples so far. */
  public SampleSeries series() {
    return new SampleSeries(samples.soFar());
  }

  /** Waits for the next sample. */
  void awaitNext() throws IOException {
    int before = series().samples().size();
    Await.until(
        "a sample of the servers", LONGEST_SAMPLE, () -> series().samples().size() > before);
  }

  @Override
  public void close() {
    samples.close();
    servers.close();
  }

  /** The servers; used by the sampler's thread, and before its start and after its end. */
  private record Servers(
      List<ServerProbe> regionServers,
      List<ServerProbe> compactionServers,
      List<ObjectStoreServer> objectStores,
      Clock clock) {
    void attach(LocalCluster cluster) throws IOException {
      for (ProcessName name : cluster.processNames()) {
        if (name.role() == Role.REGION_SERVER) {
          regionServers.add(ServerProbe.attach(cluster.pid(name)));
        } else if (name.role() == Role.COMPACTION_SERVER) {
          compactionServers.add(ServerProbe.attach(cluster.pid(name)));
        }
      }
      if (cluster.hasObjectStore()) {
        objectStores.add(cluster.objectStore());
      }
    }

    ServerSample sample() throws IOException {
      for (ServerProbe server : regionServers) {
        server.readRegionServer();
      }
      for (ServerProbe server : compactionServers) {
        server.readCompactionServer();
      }
      return sum();
    }

    private ServerSample sum() throws IOException {
      long networkBytes = 0;
      for (ServerProbe server : regionServers) {
        networkBytes += server.networkBytes();
      }
      StoreTraffic store =
          objectStores.isEmpty()
              ? StoreTraffic.NONE
              : StoreTraffic.of(objectStores.get(0).requests());
      return new ServerSample(
          clock.instant(),
          regionServers.stream().mapToLong(ServerProbe::hits).sum(),
          regionServers.stream().mapToLong(ServerProbe::misses).sum(),
          regionServers.stream().mapToLong(ServerProbe::hdfsBlocks).sum(),
          regionServers.stream().mapToLong(ServerProbe::remoteBlocks).sum(),
          compactionServers.stream().mapToLong(ServerProbe::chunkBytes).sum(),
          networkBytes,
          regionServers.stream().mapToDouble(ServerProbe::cpuSeconds).sum(),
          regionServers.stream().mapToLong(ServerProbe::cachedBytes).sum(),
          store);
    }

    void close() {
      for (List<? extends Closeable> servers :
          List.of(regionServers, compactionServers, objectStores)) {
        for (Closeable server : servers) {
          try {
            server.close();
          } catch (IOException e) {
            LOG.debug("server is gone", e);
          }
        }
      }
    }
  }
}
