// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.index.spec.IndexNames;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;

/** An index table that takes files by HBase's bulk load. Confined to a thread. */
final class BulkLoadedIndex implements IndexSide {
  private final Connection connection;
  private final Configuration conf;
  private final TableName indexTable;

  /**
   * Creates the object.
   *
   * @param site for the connection that HBase makes for a load
   */
  BulkLoadedIndex(Connection connection, Configuration site, TableName indexTable) {
    this.connection = connection;
    this.conf = new Configuration(site);
    this.indexTable = indexTable;
    conf.setBoolean(BulkLoadHFiles.RETRY_ON_IO_EXCEPTION, true);
  }

  @Override
  public List<byte[]> starts() throws IOException {
    try (RegionLocator regions = connection.getRegionLocator(indexTable)) {
      regions.clearRegionLocationCache();
      return List.of(regions.getStartKeys());
    }
  }

  @Override
  public void load(List<Path> files) throws IOException {
    if (files.isEmpty()) {
      return;
    }
    Map<byte[], List<Path>> family = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    family.put(IndexNames.family(), files);
    var unused = BulkLoadHFiles.create(conf).bulkLoad(indexTable, family);
  }
}
