// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.index.admin.BuildListener;
import io.lighter.index.admin.IndexBuilder;
import io.lighter.index.admin.LoadedFiles;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;

/** Files of a bulk load that this process reads, and loads by HBase's own tool. Thread-safe. */
public final class LocalFiles implements LoadedFiles {
  private final Connection connection;
  private final Configuration conf;
  private final int parallel;
  private final long memory;

  /**
   * Creates the object.
   *
   * @param connection stays the caller's
   * @param conf configuration of the site, with HBase's root folder
   * @param parallel most jobs at a time, at least 1
   */
  public LocalFiles(Connection connection, Configuration conf, int parallel) {
    this(connection, conf, parallel, SnapshotBuilder.MEMORY_BYTES);
  }

  LocalFiles(Connection connection, Configuration conf, int parallel, long memory) {
    if (parallel < 1) {
      throw new IllegalArgumentException("jobs = %d: expected 1 or more".formatted(parallel));
    }
    this.connection = connection;
    this.conf = conf;
    this.parallel = parallel;
    this.memory = memory;
  }

  @Override
  public String qualified(String source) throws IOException {
    Path path = new Path(source);
    return path.getFileSystem(conf).makeQualified(path).toString();
  }

  @Override
  public List<String> problems(TableDescriptor table, String source) throws IOException {
    List<String> problems =
        new ArrayList<>(
            new SnapshotBuilder(connection, conf, parallel).problems(table.getTableName()));
    Path path = new Path(source);
    FileSystem fs = path.getFileSystem(conf);
    Map<byte[], List<Path>> files = LoadFolder.files(fs, path);
    if (files.values().stream().allMatch(List::isEmpty)) {
      problems.add(
          "%s has no HFiles: expected a folder for each family, with files in it"
              .formatted(source));
    }
    for (byte[] family : files.keySet()) {
      if (!table.hasColumnFamily(family)) {
        problems.add(
            "%s has a folder '%s', which is no family of %s"
                .formatted(source, Bytes.toString(family), table.getTableName()));
      }
    }
    return problems;
  }

  private LoadFolder folder(Load load) throws IOException {
    Path source = new Path(load.source());
    return new LoadFolder(source.getFileSystem(conf), source, load.folder());
  }

  private WorkFolder work(Load load) throws IOException {
    return new WorkFolder(CommonFSUtils.getRootDir(conf).getFileSystem(conf), conf, load.id());
  }

  @Override
  public void claim(Load load) throws IOException {
    folder(load).claim();
  }

  @Override
  public void loadEntries(Load load, IndexSpec spec, BuildListener listener) throws IOException {
    List<Path> sources = folder(load).files().getOrDefault(spec.keys().family(), List.of());
    if (sources.isEmpty()) {
      return;
    }
    var indexTable = IndexNames.indexTable(load.table(), spec.name());
    ColumnFamilyDescriptor family;
    try (Admin admin = connection.getAdmin()) {
      family = admin.getDescriptor(indexTable).getColumnFamily(IndexNames.family());
    }
    FileSystem fs = CommonFSUtils.getRootDir(conf).getFileSystem(conf);
    EntryFiles files = new EntryFiles(conf, fs, family);
    FileRun run = new FileRun(conf, load.table(), spec, files, memory);
    try (FileJobs jobs =
        new FileJobs(run, sources, RegionStamps.of(connection, load.table()), work(load), files)) {
      new IndexBuild(
              new IndexBuilder.Target(load.id(), load.table(), spec),
              jobs,
              new BulkLoadedIndex(connection, conf, indexTable),
              parallel,
              listener)
          .run();
    }
  }

  @Override
  public void loadRows(Load load) throws IOException {
    Map<byte[], List<Path>> files = folder(load).files();
    if (files.isEmpty()) {
      return;
    }
    Configuration own = new Configuration(conf);
    own.setBoolean(BulkLoadHFiles.RETRY_ON_IO_EXCEPTION, true);
    var unused = BulkLoadHFiles.create(own).bulkLoad(load.table(), files);
  }

  @Override
  public void discard(Load load) throws IOException {
    work(load).delete();
    folder(load).delete();
  }

  @Override
  public void putBack(Load load) throws IOException {
    folder(load).putBack();
    work(load).delete();
  }
}
