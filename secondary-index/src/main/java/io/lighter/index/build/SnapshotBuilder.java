// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.common.MonotonicClock;
import io.lighter.index.admin.BuildId;
import io.lighter.index.admin.BuildListener;
import io.lighter.index.admin.BuildProgress;
import io.lighter.index.admin.IndexBuilder;
import io.lighter.index.spec.IndexNames;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds indexes from snapshots. The steps run in this process, which needs to read HBase's files.
 * Jobs run on compaction servers if there are any, and otherwise in this process. Each job takes
 * {@value #MEMORY_MB} MB for entries, and about as much for files. Thread-safe.
 */
public final class SnapshotBuilder implements IndexBuilder {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotBuilder.class);

  private static final int MEMORY_MB = 64;

  /** Memory for the entries of one job. */
  static final long MEMORY_BYTES = (long) MEMORY_MB << 20;

  /** Jobs on servers take a thread each in this process, which waits. */
  private static final int MOST_ON_SERVERS = 256;

  private final Connection connection;
  private final Configuration conf;
  private final BuildServers servers;
  private final int parallel;
  private final long memory;

  /**
   * Creates a builder that runs all jobs in this process.
   *
   * @param connection stays the caller's
   * @param conf configuration of the site, with HBase's root folder
   * @param parallel most jobs at a time, at least 1
   */
  public SnapshotBuilder(Connection connection, Configuration conf, int parallel) {
    this(connection, conf, parallel, BuildServers.NONE);
  }

  /**
   * Creates a builder that runs jobs on compaction servers.
   *
   * @param connection stays the caller's
   * @param conf configuration of the site, with HBase's root folder
   * @param parallel most jobs at a time in this process, at least 1
   * @param servers stay the caller's
   */
  public SnapshotBuilder(
      Connection connection, Configuration conf, int parallel, BuildServers servers) {
    this(connection, conf, parallel, servers, MEMORY_BYTES);
  }

  SnapshotBuilder(
      Connection connection, Configuration conf, int parallel, BuildServers servers, long memory) {
    if (parallel < 1) {
      throw new IllegalArgumentException("jobs = %d: expected 1 or more".formatted(parallel));
    }
    this.connection = connection;
    this.conf = conf;
    this.servers = servers;
    this.parallel = parallel;
    this.memory = memory;
  }

  @Override
  public List<String> problems(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      String cluster =
          admin.getClusterMetrics(EnumSet.of(ClusterMetrics.Option.CLUSTER_ID)).getClusterId();
      return new FileAccess(conf, cluster).problems(table);
    }
  }

  @Override
  public void fill(Target target, BuildListener listener) throws IOException {
    TableName indexTable = IndexNames.indexTable(target.table(), target.spec().name());
    ColumnFamilyDescriptor family;
    try (Admin admin = connection.getAdmin()) {
      family = admin.getDescriptor(indexTable).getColumnFamily(IndexNames.family());
    }
    List<BuildServers.Server> live = live(target, listener);
    int onServers = live.stream().mapToInt(BuildServers.Server::threads).sum();
    try (BuildJobs jobs = jobs(target, family, live)) {
      new IndexBuild(
              target,
              jobs,
              new BulkLoadedIndex(connection, conf, indexTable),
              Math.max(parallel, Math.min(onServers, MOST_ON_SERVERS)),
              listener)
          .run();
    }
  }

  private BuildJobs jobs(
      Target target, ColumnFamilyDescriptor family, List<BuildServers.Server> live)
      throws IOException {
    LocalJobs here = LocalJobs.open(conf, fileSystem(), target, family, memory);
    if (live.isEmpty()) {
      return here;
    }
    MonotonicClock clock = MonotonicClock.system();
    JobTiming timing = JobTiming.DEFAULT;
    JobPlaces places = new JobPlaces(servers, live, target.table(), timing, clock);
    return new ServerJobs(here, servers, places, parallel, timing, clock);
  }

  /** The servers that take jobs; none, with the reason, if they cannot be listed. */
  private List<BuildServers.Server> live(Target target, BuildListener listener)
      throws InterruptedIOException {
    List<BuildServers.Server> live = List.of();
    String reason = "no compaction server takes them";
    try {
      live = servers.live(target.table());
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      LOG.warn("{}: cannot list the compaction servers", target.id(), e);
      reason = "the compaction servers cannot be listed: " + e.getMessage();
    }
    int jobs = live.stream().mapToInt(BuildServers.Server::threads).sum();
    String where =
        live.isEmpty()
            ? "in this process, %d at a time, as %s".formatted(parallel, reason)
            : "on compaction servers (%d), %d at a time".formatted(live.size(), jobs);
    LOG.info("{}: jobs run {}", target.id(), where);
    listener.placed("%s: jobs run %s".formatted(target.id(), where));
    return live;
  }

  @Override
  public void discard(BuildId id) throws IOException {
    try {
      new WorkFolder(fileSystem(), conf, id).delete();
    } catch (AccessControlException e) {
      LOG.warn("{}: files stay in {}", id, WorkFolder.parent(conf), e);
    }
  }

  @Override
  public Optional<BuildProgress> progress(BuildId id) throws IOException {
    try {
      return new WorkFolder(fileSystem(), conf, id).progress();
    } catch (AccessControlException e) {
      LOG.debug("{}: its files cannot be read", id, e);
      return Optional.empty();
    }
  }

  private FileSystem fileSystem() throws IOException {
    return CommonFSUtils.getRootDir(conf).getFileSystem(conf);
  }
}
