// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.FailFastClient;
import io.lighter.cli.command.FirstLine;
import io.lighter.cli.command.OperatorLogin;
import io.lighter.cli.command.Site;
import io.lighter.index.admin.CheckReport;
import io.lighter.index.admin.CreateOptions;
import io.lighter.index.admin.IndexAdmin;
import io.lighter.index.admin.IndexBulkLoad;
import io.lighter.index.admin.IndexInfo;
import io.lighter.index.admin.IndexRestore;
import io.lighter.index.admin.IndexSnapshots;
import io.lighter.index.admin.IndexVerifier;
import io.lighter.index.admin.LoadListener;
import io.lighter.index.build.BuildServers;
import io.lighter.index.build.LocalFiles;
import io.lighter.index.build.SnapshotBuilder;
import io.lighter.index.client.IndexScanner;
import io.lighter.index.client.IndexedRow;
import io.lighter.index.client.IndexedTable;
import io.lighter.index.client.Lookup;
import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.KeyType;
import io.lighter.service.ProcessConnections;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.util.Bytes;

/** A cluster behind its master. Not thread-safe. */
final class LiveIndexedCluster implements IndexedCluster {
  private final Connection connection;
  private final Configuration conf;
  private final Site site;
  private final LiveBuildServers servers;

  private LiveIndexedCluster(Connection connection, Site site) {
    this.servers = new LiveBuildServers(site, connection);
    this.connection = connection;
    this.conf = site.conf();
    this.site = site;
  }

  /** Connects to HBase; the caller closes the cluster. */
  static LiveIndexedCluster open(Site site) throws IOException {
    OperatorLogin.login(site.conf());
    return new LiveIndexedCluster(ProcessConnections.open(FailFastClient.of(site.conf())), site);
  }

  @Override
  public IndexInfo create(
      TableName table, String index, String definition, CreateOptions options, Build build)
      throws IOException {
    return admin(build).create(table, index, definition, options, build.listener());
  }

  @Override
  public IndexInfo rebuild(TableName table, String index, CreateOptions options, Build build)
      throws IOException {
    return admin(build).rebuild(table, index, options, build.listener());
  }

  @Override
  public IndexInfo suspend(TableName table, String index) throws IOException {
    return admin().suspend(table, index);
  }

  @Override
  public void bulkLoad(TableName table, String folder, int jobs, LoadListener listener)
      throws IOException {
    load(table, jobs, listener).run(folder);
  }

  @Override
  public String cancelBulkLoad(TableName table) throws IOException {
    return load(table, 1, LoadListener.IGNORE).cancel().subject();
  }

  @Override
  public List<IndexInfo> snapshot(TableName table, String snapshot) throws IOException {
    return IndexSnapshots.of(connection).take(table, snapshot);
  }

  @Override
  public List<IndexInfo> restore(
      TableName table, String snapshot, CreateOptions options, Build build) throws IOException {
    return restore(options, build).restore(table, snapshot);
  }

  @Override
  public List<IndexInfo> copy(String snapshot, TableName table, CreateOptions options, Build build)
      throws IOException {
    return restore(options, build).copy(snapshot, table);
  }

  private IndexRestore restore(CreateOptions options, Build build) {
    return IndexRestore.of(connection, builder(build), options, build.listener());
  }

  private IndexBulkLoad load(TableName table, int jobs, LoadListener listener) {
    return IndexBulkLoad.of(connection, new LocalFiles(connection, conf, jobs), table, listener);
  }

  /** Does what builds nothing. */
  private IndexAdmin admin() {
    return IndexAdmin.of(connection, new SnapshotBuilder(connection, conf, 1));
  }

  private IndexAdmin admin(Build build) {
    return IndexAdmin.of(connection, builder(build));
  }

  private SnapshotBuilder builder(Build build) {
    return new SnapshotBuilder(
        connection, conf, build.jobs(), build.here() ? BuildServers.NONE : servers);
  }

  @Override
  public void drop(TableName table, String index) throws IOException {
    admin().drop(table, index);
  }

  @Override
  public List<IndexInfo> list() throws IOException {
    return admin().list();
  }

  @Override
  public List<IndexInfo> list(TableName table) throws IOException {
    return admin().list(table);
  }

  @Override
  public IndexInfo.Status status(TableName table, String index) throws IOException {
    return admin().status(table, index);
  }

  @Override
  public ClusterStatus managers() {
    try {
      return StatusReader.read(site);
    } catch (IOException e) { // what HBase says of the index is shown all the same
      return new ClusterStatus.Unmanaged(FirstLine.of(e), List.of(), Optional.empty());
    }
  }

  @Override
  public CheckReport check(TableName table, String index, boolean repair) throws IOException {
    return IndexVerifier.check(connection, table, index, repair);
  }

  @Override
  public void lookup(TableName table, Lookup lookup, Rows rows) throws IOException {
    try (IndexedTable indexed = IndexedTable.of(connection, table);
        IndexScanner scanner = indexed.scan(lookup)) {
      for (IndexedRow row = scanner.next(); row != null; row = scanner.next()) {
        rows.accept(found(scanner.spec(), row));
      }
    }
  }

  private static FoundRow found(IndexSpec spec, IndexedRow row) throws IOException {
    Map<String, String> cells = new LinkedHashMap<>();
    for (Cell cell : row.result().rawCells()) {
      cells.put(
          Bytes.toStringBinary(CellUtil.cloneFamily(cell))
              + ":"
              + Bytes.toStringBinary(CellUtil.cloneQualifier(cell)),
          Bytes.toStringBinary(CellUtil.cloneValue(cell)));
    }
    return new FoundRow(Bytes.toStringBinary(row.row()), key(spec, row.key()), row.moved(), cells);
  }

  private static List<String> key(IndexSpec spec, byte[] key) throws IOException {
    try {
      List<byte[]> values = new EntryCodec(spec).values(key);
      List<KeyType> types = spec.keys().types();
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < values.size(); i++) {
        texts.add(types.get(i).format(values.get(i)));
      }
      return texts;
    } catch (IndexKeyException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    servers.close();
    connection.close();
  }
}
