// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.index.admin.BuildId;
import io.lighter.index.admin.BuildListener;
import io.lighter.index.admin.BuildProgress;
import io.lighter.index.admin.IndexBuilder;
import io.lighter.index.spec.IndexNames;
import java.io.IOException;
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
 * Builds indexes in this process, which needs to read HBase's files. Each job takes {@value
 * #MEMORY_MB} MB for entries, and about as much for files. Thread-safe.
 */
public final class LocalBuilder implements IndexBuilder {
  private static final Logger LOG = LoggerFactory.getLogger(LocalBuilder.class);

  private static final int MEMORY_MB = 64;

  /** Memory for the entries of one job. */
  static final long MEMORY_BYTES = (long) MEMORY_MB << 20;

  private final Connection connection;
  private final Configuration conf;
  private final int parallel;
  private final long memory;

  /**
   * Creates a builder.
   *
   * @param connection stays the caller's
   * @param conf configuration of the site, with HBase's root folder
   * @param parallel most jobs at a time, at least 1
   */
  public LocalBuilder(Connection connection, Configuration conf, int parallel) {
    this(connection, conf, parallel, MEMORY_BYTES);
  }

  LocalBuilder(Connection connection, Configuration conf, int parallel, long memory) {
    if (parallel < 1) {
      throw new IllegalArgumentException("jobs = %d: expected 1 or more".formatted(parallel));
    }
    this.connection = connection;
    this.conf = conf;
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
    try (LocalJobs jobs = LocalJobs.open(conf, fileSystem(), target, family, memory)) {
      new IndexBuild(
              target, jobs, new BulkLoadedIndex(connection, conf, indexTable), parallel, listener)
          .run();
    }
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
