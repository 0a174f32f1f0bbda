// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import io.lighter.cli.EngineName;
import io.lighter.common.config.LighterOption;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables under test as clients see them: files of their regions in HBase and in HDFS. Calls
 * fail if the cluster does not answer. Thread-safe.
 */
final class ChaosTables implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChaosTables.class);

  private static final int TIMEOUT_MS = 5_000;

  /** A flush writes to HDFS before it answers, and takes seconds on a busy machine. */
  private static final int FLUSH_TIMEOUT_MS = 30_000;

  private final Connection connection;
  private final Connection flushConnection;
  private final Configuration conf;
  private final Map<TableName, Integer> tables;

  /**
   * Creates a view.
   *
   * @param conf client configuration, which is copied
   * @param tables tables with their maximum number of files per region after a major compaction
   */
  ChaosTables(Configuration conf, Map<TableName, Integer> tables) throws IOException {
    this.conf = withTimeout(conf, TIMEOUT_MS);
    this.connection = ConnectionFactory.createConnection(this.conf);
    this.flushConnection = ConnectionFactory.createConnection(withTimeout(conf, FLUSH_TIMEOUT_MS));
    this.tables = Map.copyOf(tables);
  }

  private static Configuration withTimeout(Configuration conf, int timeoutMs) {
    Configuration copy = new Configuration(conf);
    copy.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 2);
    copy.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, timeoutMs);
    copy.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 2 * timeoutMs);
    copy.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, 2 * timeoutMs);
    copy.setInt(CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_KEY, timeoutMs);
    return copy;
  }

  /** Whether the tables exist and all their regions are open. */
  boolean isThere() {
    try (Admin admin = connection.getAdmin()) {
      for (TableName name : tables.keySet()) {
        if (!admin.isTableAvailable(name) || admin.getRegions(name).isEmpty()) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      LOG.debug("tables not available yet tables={}", tables, e);
      return false;
    }
  }

  /** Flushes each store with a non-empty memstore. */
  void flush() throws IOException {
    try (Admin admin = flushConnection.getAdmin()) {
      for (TableName name : tables.keySet()) {
        for (RegionInfo region : primaries(admin, name).values()) {
          admin.flushRegion(region.getRegionName());
        }
      }
    }
  }

  /** Requests a major compaction of all tables. */
  void compact() throws IOException {
    compact(tables.keySet());
  }

  /** Requests a major compaction of some tables. */
  void compact(Collection<TableName> names) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (TableName name : names) {
        admin.majorCompact(name);
      }
    }
  }

  /** Progress of a major compaction of all tables. */
  enum State {
    /** A compaction runs, or a region is not open. */
    BUSY,
    /** No compaction runs, though a region has too many files: the request was lost. */
    FORGOTTEN,
    /** No region has more files than a major compaction leaves. */
    COMPACTED
  }

  /** Requests the state from HBase. */
  State state() throws IOException {
    State state = State.COMPACTED;
    try (Admin admin = connection.getAdmin()) {
      for (TableName name : tables.keySet()) {
        State each = state(admin, name);
        if (each == State.BUSY) {
          return each;
        }
        state = each == State.FORGOTTEN ? each : state;
      }
    }
    return state;
  }

  private State state(Admin admin, TableName name) throws IOException {
    boolean isIdle = compactionState(admin, name) == CompactionState.NONE;
    Map<String, Integer> files = fileCounts(admin, name);
    if (!isIdle || !files.keySet().equals(primaries(admin, name).keySet())) {
      return State.BUSY;
    }
    int mostFiles = tables.get(name);
    return files.values().stream().anyMatch(count -> count > mostFiles)
        ? State.FORGOTTEN
        : State.COMPACTED;
  }

  /** Regions by encoded name, without secondary replicas. */
  private static Map<String, RegionInfo> primaries(Admin admin, TableName name) throws IOException {
    return admin.getRegions(name).stream()
        .filter(RegionReplicaUtil::isDefaultReplica)
        .collect(Collectors.toMap(RegionInfo::getEncodedName, region -> region));
  }

  /** Number of store files of each open region by encoded name, over all families. */
  private static Map<String, Integer> fileCounts(Admin admin, TableName name) throws IOException {
    Map<String, Integer> counts = new HashMap<>();
    Set<String> primaries = primaries(admin, name).keySet();
    for (ServerName server : admin.getRegionServers()) {
      for (RegionMetrics region : admin.getRegionMetrics(server, name)) {
        String encodedName = RegionInfo.encodeRegionName(region.getRegionName());
        if (primaries.contains(encodedName)) {
          counts.put(encodedName, region.getStoreFileCount());
        }
      }
    }
    return counts;
  }

  private static CompactionState compactionState(Admin admin, TableName name) throws IOException {
    try {
      return admin.getCompactionState(name);
    } catch (NullPointerException e) { // RawAsyncHBaseAdmin, if a server does not answer
      throw new IOException("a region server does not tell its compaction state", e);
    }
  }

  /**
   * Leftover files after compaction: files below a region's {@code .tmp}, and files in family
   * folders beyond the region's file count. With trackers other than {@code DEFAULT}, a killed
   * region server leaves its half-written files there, and HBase's cleaner waits for half a day. Of
   * a store with an engine of Lighter's HBase counts the files that a read meets, so only its
   * {@code .tmp} is looked at.
   */
  List<Path> leftOver() throws IOException {
    List<Path> left = new ArrayList<>();
    Path root = CommonFSUtils.getRootDir(conf);
    try (FileSystem fs = FileSystem.newInstance(root.toUri(), conf);
        Admin admin = connection.getAdmin()) {
      for (TableName name : tables.keySet()) {
        Map<String, Integer> counts = fileCounts(admin, name);
        TableDescriptor table = admin.getDescriptor(name);
        boolean isListed = isListedByFolder(table) && countsAllFiles(table);
        for (String region : primaries(admin, name).keySet()) {
          Path folder = CommonFSUtils.getRegionDir(root, name, region);
          left.addAll(files(fs, new Path(folder, ".tmp")));
          List<Path> files = new ArrayList<>();
          for (byte[] family : table.getColumnFamilyNames()) {
            files.addAll(files(fs, new Path(folder, Bytes.toString(family))));
          }
          left.addAll(
              isListed && files.size() != counts.getOrDefault(region, 0) ? files : List.of());
        }
      }
    }
    return left;
  }

  private static boolean isListedByFolder(TableDescriptor table) {
    String tracker = table.getValue(StoreFileTrackerFactory.TRACKER_IMPL);
    return tracker == null || tracker.equals(StoreFileTrackerFactory.Trackers.DEFAULT.name());
  }

  private static boolean countsAllFiles(TableDescriptor table) {
    String delegate = table.getValue(LighterOption.ENGINE_DELEGATE.key());
    return EngineName.byClass(delegate).filter(EngineName::isOwn).isEmpty();
  }

  @Override
  public void close() throws IOException {
    try (connection) {
      flushConnection.close();
    }
  }

  private static List<Path> files(FileSystem fs, Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try {
      RemoteIterator<LocatedFileStatus> found = fs.listFiles(folder, true);
      while (found.hasNext()) {
        FileStatus file = found.next();
        files.add(file.getPath());
      }
    } catch (FileNotFoundException e) {
      LOG.debug("folder does not exist path={}", folder, e);
    }
    return files;
  }
}
