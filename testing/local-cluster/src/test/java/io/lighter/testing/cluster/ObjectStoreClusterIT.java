// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lighter.testing.s3.FaultShare;
import io.lighter.testing.s3.Injection;
import io.lighter.testing.s3.RequestCount;
import io.lighter.testing.s3.RequestMethod;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster whose store files are in an object store, and its logs on HDFS. */
@Tag("long")
@Timeout(900)
class ObjectStoreClusterIT {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] COLUMN = Bytes.toBytes("c");
  private static final String STRAY = "0123456789abcdef0123456789abcdef";

  private static final String SOURCE = "fedcba9876543210fedcba9876543210";
  private static final UnownedFiles.Found NOTHING = new UnownedFiles.Found(List.of(), List.of());

  private static final int PART_BYTES = 5 << 20;

  /** Share of lost answers, and number of questions of which some meet that. */
  private static final double LOST = 0.3;

  private static final int ASKED = 40;

  @TempDir private java.nio.file.Path parent;

  @Test
  void flushedAndLoggedRowsSurviveARegionServerAndOnlyStrayFilesAreUnowned() throws Exception {
    LocalClusterSettings settings =
        LocalClusterSettings.builder()
            .withoutLighter()
            .regionServers(1)
            .hdfs(1, 1)
            .objectStore()
            .parent(parent)
            .build();
    try (LocalCluster cluster = LocalCluster.start(settings);
        Admin admin = cluster.connection().getAdmin();
        Table table = cluster.connection().getTable(TABLE);
        UnownedFiles unowned = new UnownedFiles(cluster.configuration(), cluster.connection())) {
      Configuration conf = cluster.configuration();
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setCompactionEnabled(false) // an output is unowned until its commit
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
      put(table, "flushed");
      admin.flush(TABLE);
      put(table, "logged");

      cluster.kill(ProcessName.regionServer(1));
      cluster.restart(ProcessName.regionServer(1));

      assertThat(get(table, "flushed")).isTrue();
      assertThat(get(table, "logged")).isTrue();
      Path root = CommonFSUtils.getRootDir(conf);
      assertThat(root.toUri().getScheme()).isEqualTo("s3a");
      assertThat(CommonFSUtils.getWALRootDir(conf).toUri().getScheme()).isEqualTo("hdfs");
      admin.flush(TABLE);
      assertThat(unowned.of(List.of(TABLE))).isEqualTo(NOTHING);
      RegionInfo region = admin.getRegions(TABLE).get(0);
      Path folder = CommonFSUtils.getRegionDir(root, TABLE, region.getEncodedName());
      List<Path> strays =
          List.of(new Path(folder, "f/" + STRAY), new Path(folder, ".tmp/cj-1/f/" + STRAY));
      assertThat(cluster.unfinishedUploads()).isZero();
      try (FileSystem fs = FileSystem.newInstance(root.toUri(), conf)) {
        for (Path stray : strays) {
          fs.create(stray).close();
        }
        long before = count(cluster, RequestMethod.POST).getRequests();
        try (FSDataOutputStream inParts = fs.create(new Path(folder, "in-parts"))) {
          inParts.write(new byte[PART_BYTES + 1]);
          assertThat(cluster.unfinishedUploads()).isEqualTo(1);
        }
        assertThat(count(cluster, RequestMethod.POST).getRequests())
            .as("begin and end of an upload")
            .isGreaterThanOrEqualTo(before + 2);
        loseAnswers(cluster, fs, strays.get(0));
        assertThat(cluster.unfinishedUploads()).isZero();
        assertThat(fs.delete(new Path(folder, "in-parts"), false)).isTrue();
      }
      assertThat(unowned.of(List.of(TABLE)).unowned()).containsExactlyInAnyOrderElementsOf(strays);
      for (Path stray : strays) {
        assertThat(delete(conf, stray)).isTrue();
      }
      bulkLoad(conf, new Path(root, "loads/l"));

      assertThat(get(table, "loaded")).isTrue();
      assertThat(unowned.of(List.of(TABLE)))
          .isEqualTo(new UnownedFiles.Found(List.of(), List.of(new Path(folder, "f/" + SOURCE))));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> cluster.restart(ProcessName.s3Server()))
          .withMessageContaining("objects would be lost");
    }
    assertThat(parent).isEmptyDirectory();
  }

  /** S3A asks again if it gets no answer. */
  private static void loseAnswers(LocalCluster cluster, FileSystem fs, Path file)
      throws IOException {
    try (ObjectStoreServer store = cluster.objectStore()) {
      store.inject(Injection.NONE.withLost(new FaultShare(LOST, Set.of(RequestMethod.HEAD))));
      for (int i = 0; i < ASKED; i++) {
        assertThat(fs.getFileStatus(file).isFile()).isTrue();
      }
      store.inject(Injection.NONE);
    }
    assertThat(count(cluster, RequestMethod.HEAD).getLost()).isPositive();
    assertThat(count(cluster, RequestMethod.GET).getLost()).isZero();
  }

  private static RequestCount count(LocalCluster cluster, RequestMethod method) throws IOException {
    try (ObjectStoreServer store = cluster.objectStore()) {
      return store.requests().stream()
          .filter(count -> count.getMethod().equals(method.name()))
          .findFirst()
          .orElseThrow();
    }
  }

  private static boolean delete(Configuration conf, Path file) throws IOException {
    try (FileSystem fs = FileSystem.newInstance(file.toUri(), conf)) {
      return fs.delete(file, false);
    }
  }

  /** Loads one row by HBase's own tool, and deletes the source. */
  private static void bulkLoad(Configuration conf, Path folder) throws IOException {
    try (FileSystem fs = FileSystem.newInstance(folder.toUri(), conf)) {
      BulkLoadSource.write(conf, fs, new Path(folder, "f/" + SOURCE), "loaded");
      BulkLoadHFiles.create(conf).bulkLoad(TABLE, folder);
      fs.delete(folder, true);
    }
  }

  private static void put(Table table, String row) throws Exception {
    table.put(new Put(Bytes.toBytes(row)).addColumn(FAMILY, COLUMN, FAMILY));
  }

  private static boolean get(Table table, String row) throws Exception {
    return table.exists(new Get(Bytes.toBytes(row)));
  }
}
