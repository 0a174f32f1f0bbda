// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.FailFastClient;
import io.lighter.cli.command.FirstLine;
import io.lighter.cli.command.OperatorLogin;
import io.lighter.cli.command.Site;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.service.ProcessConnections;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.Size.Unit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;

/** A cluster behind its master and its leading manager. Not thread-safe. */
final class LiveEngineCluster implements EngineCluster {
  /** Longer than an idle region server's time between two reports, which brings the question. */
  private static final Duration PATIENCE = Duration.ofSeconds(25);

  private static final Duration LOOK = Duration.ofSeconds(1);

  private final Site site;
  private final Connection connection;

  private LiveEngineCluster(Site site, Connection connection) {
    this.site = site;
    this.connection = connection;
  }

  /** Connects to HBase; the caller closes the cluster. */
  static LiveEngineCluster open(Site site) throws IOException {
    return new LiveEngineCluster(site, ProcessConnections.open(FailFastClient.of(site.conf())));
  }

  @Override
  public TableDescriptor descriptor(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.getDescriptor(table);
    } catch (TableNotFoundException e) {
      throw new IOException("there is no table " + table, e);
    }
  }

  @Override
  public Map<String, Optional<String>> regions(TableName table) throws IOException {
    Map<String, Optional<String>> regions = new LinkedHashMap<>();
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      for (HRegionLocation location : locator.getAllRegionLocations()) {
        if (RegionReplicaUtil.isDefaultReplica(location.getRegion())) {
          regions.put(
              location.getRegion().getEncodedName(),
              Optional.ofNullable(location.getServerName()).map(ServerName::getServerName));
        }
      }
    }
    return regions;
  }

  @Override
  public TierStores tierStores(TableDescriptor table, Set<String> families) throws IOException {
    List<RegionInfo> regions = new ArrayList<>();
    try (RegionLocator locator = connection.getRegionLocator(table.getTableName())) {
      for (HRegionLocation location : locator.getAllRegionLocations()) {
        if (RegionReplicaUtil.isDefaultReplica(location.getRegion())) {
          regions.add(location.getRegion());
        }
      }
    }
    Configuration conf = site.conf();
    OperatorLogin.login(conf);
    try (FileSystem fs = FileSystem.newInstance(CommonFSUtils.getRootDir(conf).toUri(), conf)) {
      return new TierStoreReader(fs, conf, table).read(regions, families);
    }
  }

  @Override
  public void modify(TableDescriptor table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.modifyTable(table);
    }
  }

  @Override
  public Load load(TableName table) throws IOException {
    long created = Long.MAX_VALUE;
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      for (HRegionLocation location : locator.getAllRegionLocations()) {
        created = Math.min(created, location.getRegion().getRegionId()); // the time of creation
      }
    }
    try (Admin admin = connection.getAdmin()) {
      return load(admin.getClusterMetrics(EnumSet.of(Option.LIVE_SERVERS)), table, created);
    }
  }

  /**
   * Sums up what the region servers with regions of a table have reported to the master.
   *
   * @param createdMillis creation of the table's oldest region, in milliseconds since the epoch
   */
  static Load load(ClusterMetrics cluster, TableName table, long createdMillis) {
    double regionMillis = 0;
    long count = 0;
    boolean changed = false;
    double rows = 0;
    double heap = 0;
    double served = 0;
    double stored = 0;
    double uncompressed = 0;
    for (ServerMetrics server : cluster.getLiveServerMetrics().values()) {
      List<RegionMetrics> regions =
          server.getRegionMetrics().values().stream()
              .filter(region -> RegionInfo.getTable(region.getRegionName()).equals(table))
              .toList();
      if (!regions.isEmpty()) {
        long since = Math.max(server.getServerName().getStartCode(), createdMillis);
        long millis = Math.max(1, server.getReportTimestamp() - since);
        regionMillis += (double) millis * regions.size();
        count += regions.size();
        changed |= regions.stream().anyMatch(region -> created(region) > since);
        rows += regions.stream().mapToLong(RegionMetrics::getReadRequestCount).sum() * 1e3 / millis;
        heap += server.getMaxHeapSize().get(Unit.BYTE);
        served += bytes(server.getRegionMetrics().values(), RegionMetrics::getStoreFileSize);
        stored += bytes(regions, RegionMetrics::getStoreFileSize);
        uncompressed += bytes(regions, RegionMetrics::getUncompressedStoreFileSize);
      }
    }
    boolean compressed = stored > 0 && uncompressed > stored;
    return new Load(
        Duration.ofMillis(count > 0 ? Math.round(regionMillis / count) : 0),
        changed,
        rows,
        Math.round(heap),
        Math.round(served),
        compressed ? stored / uncompressed : 1);
  }

  /** Time at which a region was created, split off or merged, in milliseconds since the epoch. */
  private static long created(RegionMetrics region) {
    try {
      return Long.parseLong(Bytes.toString(RegionInfo.parseRegionName(region.getRegionName())[2]));
    } catch (IOException e) {
      throw new IllegalArgumentException("name of a region: " + region.getNameAsString(), e);
    }
  }

  private static double bytes(
      Collection<RegionMetrics> regions, Function<RegionMetrics, Size> size) {
    return regions.stream().mapToDouble(region -> size.apply(region).get(Unit.BYTE)).sum();
  }

  @Override
  public Observed observe(TableName table) throws IOException {
    try (CuratorFramework zooKeeper = site.connect()) {
      ClusterStatus status = new StatusReader(site, zooKeeper).read();
      if (status instanceof ClusterStatus.Unmanaged unmanaged) {
        return Observed.nothing(unmanaged.problem());
      }
      StatusResponse manager = ((ClusterStatus.Managed) status).response();
      return observed(manager, table, regions(table), LOOK);
    }
  }

  /**
   * Asks a manager for a table until all of its region servers that report have answered, for
   * {@link #PATIENCE} at most. A region server without Lighter never answers.
   *
   * @param regions the table's regions with their servers
   * @param pause time between two questions
   */
  static Observed observed(
      StatusResponse manager,
      TableName table,
      Map<String, Optional<String>> regions,
      Duration pause)
      throws InterruptedIOException {
    String path =
        "/api/v1/tables/"
            + URLEncoder.encode(table.getNameAsString(), StandardCharsets.UTF_8)
            + "/stores";
    try {
      Map<String, String> versions = new TreeMap<>();
      RegionServersApi.read(manager).forEach(each -> versions.put(each.name(), each.version()));
      Set<String> awaited = new TreeSet<>();
      regions.forEach(
          (region, server) ->
              server.filter(versions::containsKey).ifPresent(reports -> awaited.add(region)));
      TableStores stores = ManagerApi.read(manager, path, "stores", TableStores::parse);
      for (long asked = 1;
          awaits(stores, awaited) && asked * LOOK.toMillis() <= PATIENCE.toMillis();
          asked++) {
        TimeUnit.NANOSECONDS.sleep(pause.toNanos());
        stores = ManagerApi.read(manager, path, "stores", TableStores::parse);
      }
      return of(manager, versions, stores);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException) new InterruptedIOException("interrupted").initCause(e);
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      return Observed.nothing(FirstLine.of(e));
    }
  }

  /** The manager's list of silent servers has only those that have one of their largest tables. */
  private static boolean awaits(TableStores stores, Set<String> regions) {
    return !stores.silentServers().isEmpty()
        || (stores.leftOut() == 0 && !stores.notReported(regions, Set.of()).isEmpty());
  }

  private static Observed of(
      StatusResponse manager, Map<String, String> versions, TableStores stores) {
    List<ServerReport> servers =
        manager.getServerList().stream().map(ServerStatus::getReport).toList();
    long bytes = servers.stream().mapToLong(ServerReport::getCompactedBytes).sum();
    long millis = servers.stream().mapToLong(ServerReport::getCompactingMs).sum();
    long rate = millis == 0 ? 0 : Math.round(bytes * 1000.0 / millis);
    return new Observed(
        stores,
        versions,
        rate == 0 ? OptionalLong.empty() : OptionalLong.of(rate),
        servers.stream().mapToInt(ServerReport::getThreads).sum(),
        Optional.empty());
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
