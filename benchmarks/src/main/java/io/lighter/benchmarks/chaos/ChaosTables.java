package io.lighter.benchmarks.chaos;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables under test, seen from outside: their regions' files by HBase and by HDFS. Whoever asks
 * must expect that the cluster fails to answer. Thread-safe.
 */
final class ChaosTables implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChaosTables.class);

  private static final int TIMEOUT_MS = 5_000;

  private final Connection connection;
  private final Configuration conf;
  private final List<TableName> names;

  /**
   * A view on tables.
   *
   * @param conf for clients of the cluster; it is copied
   */
  ChaosTables(Configuration conf, List<TableName> names) throws IOException {
    this.conf = new Configuration(conf);
    this.conf.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 2);
    this.conf.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, TIMEOUT_MS);
    this.conf.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 2 * TIMEOUT_MS);
    this.conf.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, 2 * TIMEOUT_MS);
    this.conf.setInt(CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_KEY, TIMEOUT_MS);
    this.connection = ConnectionFactory.createConnection(this.conf);
    this.names = List.copyOf(names);
  }

  /** Whether they exist with all their regions open. */
  boolean isThere() {
    try (Admin admin = connection.getAdmin()) {
      for (TableName name : names) {
        if (!admin.isTableAvailable(name) || admin.getRegions(name).isEmpty()) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      LOG.debug("{} are not there yet", names, e);
      return false;
    }
  }

  /** Writes what is in memory to a new file in each store that has anything. */
  void flush() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (TableName name : names) {
        for (RegionInfo region : admin.getRegions(name)) {
          admin.flushRegion(region.getRegionName());
        }
      }
    }
  }

  /** Asks for a compaction of all files. */
  void compact() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (TableName name : names) {
        admin.majorCompact(name);
      }
    }
  }

  /** How far the compaction of all files is. */
  enum State {
    /** Something is being compacted, or a region is not open. */
    BUSY,
    /** Nothing is being compacted, though a store has several files: the request is lost. */
    FORGOTTEN,
    /** Each store has one file. */
    COMPACTED
  }

  /** Asks HBase how far it is. */
  State state() throws IOException {
    State state = State.COMPACTED;
    try (Admin admin = connection.getAdmin()) {
      for (TableName name : names) {
        State each = state(admin, name);
        if (each == State.BUSY) {
          return each;
        }
        state = each == State.FORGOTTEN ? each : state;
      }
    }
    return state;
  }

  private static State state(Admin admin, TableName name) throws IOException {
    boolean isIdle = compactionState(admin, name) == CompactionState.NONE;
    int regions = 0;
    boolean hasMore = false;
    for (ServerName server : admin.getRegionServers()) {
      for (RegionMetrics region : admin.getRegionMetrics(server, name)) {
        regions++;
        hasMore |= region.getStoreFileCount() > region.getStoreCount();
      }
    }
    if (!isIdle || regions != admin.getRegions(name).size()) {
      return State.BUSY;
    }
    return hasMore ? State.FORGOTTEN : State.COMPACTED;
  }

  private static CompactionState compactionState(Admin admin, TableName name) throws IOException {
    try {
      return admin.getCompactionState(name);
    } catch (NullPointerException e) { // RawAsyncHBaseAdmin, of a server that does not answer
      throw new IOException("a region server does not tell its compaction state", e);
    }
  }

  /**
   * Files that nobody should see once all is compacted: anything below a region's {@code .tmp}, and
   * store files beside the one of each store.
   */
  List<Path> leftOver() throws IOException {
    List<Path> left = new ArrayList<>();
    Path root = CommonFSUtils.getRootDir(conf);
    try (FileSystem fs = FileSystem.newInstance(root.toUri(), conf);
        Admin admin = connection.getAdmin()) {
      for (TableName name : names) {
        for (RegionInfo region : admin.getRegions(name)) {
          Path folder = CommonFSUtils.getRegionDir(root, name, region.getEncodedName());
          left.addAll(files(fs, new Path(folder, ".tmp")));
          for (byte[] family : admin.getDescriptor(name).getColumnFamilyNames()) {
            List<Path> files = files(fs, new Path(folder, Bytes.toString(family)));
            left.addAll(files.size() > 1 ? files : List.of());
          }
        }
      }
    }
    return left;
  }

  @Override
  public void close() throws IOException {
    connection.close();
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
      LOG.debug("{} is not there, which is fine", folder, e);
    }
    return files;
  }
}
