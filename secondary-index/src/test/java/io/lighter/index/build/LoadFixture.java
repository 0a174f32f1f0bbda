// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;

/** A folder of HFiles of the family {@code f}, as a job writes it. Confined to a thread. */
final class LoadFixture {
  private final Configuration conf;
  private final FileSystem fs;
  private final Path folder;
  private int files;

  /**
   * Names the folder, which is not there.
   *
   * @param name the folder's name
   */
  LoadFixture(BuildCluster cluster, String name) throws IOException {
    this.conf = cluster.util().getConfiguration();
    this.fs = cluster.util().getTestFileSystem();
    this.folder = fs.makeQualified(new Path("/loads", name));
  }

  String folder() {
    return folder.toString();
  }

  static KeyValue put(String row, long timestamp, String city) {
    return new KeyValue(
        Bytes.toBytes(row), BuildCluster.F, BuildCluster.CITY, timestamp, Bytes.toBytes(city));
  }

  /** A cell without a value. */
  static KeyValue marker(String row, long timestamp, KeyValue.Type type) {
    return new KeyValue(Bytes.toBytes(row), BuildCluster.F, BuildCluster.CITY, timestamp, type);
  }

  /** Adds a file with these cells, in any order. */
  void add(List<? extends Cell> cells) throws IOException {
    Path family = new Path(folder, Bytes.toString(BuildCluster.F));
    Path path = new Path(family, "%032x".formatted(++files));
    HFile.Writer writer =
        HFile.getWriterFactoryNoCache(conf)
            .withPath(fs, path)
            .withFileContext(
                new HFileContextBuilder()
                    .withIncludesTags(true)
                    .withColumnFamily(BuildCluster.F)
                    .build())
            .create();
    try (writer) {
      for (Cell cell : cells.stream().sorted(CellComparator.getInstance()).toList()) {
        writer.append(cell);
      }
      writer.appendFileInfo(
          HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(System.currentTimeMillis()));
    }
  }

  /** The files in the user's place; those that a load has moved are not there. */
  int filesInPlace() throws IOException {
    Path family = new Path(folder, Bytes.toString(BuildCluster.F));
    return fs.exists(family) ? fs.listStatus(family).length : 0;
  }

  /** Whether a folder of a load is left. */
  boolean hasLoadFolder() throws IOException {
    for (var each : fs.listStatus(folder)) {
      if (each.getPath().getName().startsWith(".lighter-")) {
        return true;
      }
    }
    return false;
  }

  /** Loads the files by HBase's own tool. */
  void loadByHBase(TableName table) throws IOException {
    var unused = BulkLoadHFiles.create(conf).bulkLoad(table, folder);
  }
}
