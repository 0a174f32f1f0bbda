// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.engine.TierEngine;
import io.lighter.common.engine.TierFigures;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.engine.placement.StoreAudit;
import io.lighter.engine.placement.StoredFile;
import io.lighter.testing.fixtures.MiniClusterSite;
import io.lighter.testing.fixtures.TypedVolumes;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.StoragePolicySatisfierMode;
import org.apache.hadoop.hdfs.server.balancer.NameNodeConnector;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants;
import org.apache.hadoop.hdfs.server.namenode.sps.StoragePolicySatisfier;
import org.apache.hadoop.hdfs.server.sps.ExternalSPSContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where the blocks of tiered stores are, on one DataNode with a volume of each storage type. The
 * fast tier is that of the policy ALL_SSD, the slow one that of COLD.
 */
class TierPlacementIT {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int FILES = 3;
  private static final int ROWS = 10;
  private static final long WAIT_MS = 60_000;
  private static final String SPS_ATTRIBUTE = "user.hdfs.sps";

  private static final HBaseTestingUtility UTIL = new HBaseTestingUtility();
  private static DistributedFileSystem hdfs;

  private final TableName table = TableName.valueOf("t" + System.nanoTime());

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = UTIL.getConfiguration();
    MiniClusterSite.applyTo(conf);
    conf.setInt(DFSConfigKeys.DFS_REPLICATION_KEY, 1);
    conf.set(DFSConfigKeys.DFS_STORAGE_POLICY_SATISFIER_MODE_KEY, "external");
    conf.set("lighter.tiered.audit.interval", "24d"); // tests ask for audits
    conf.setInt(SmallTieredEngine.FILES, FILES);
    conf.setLong(SmallTieredEngine.FAST_BYTES, 12_000); // room for level 0
    conf.setLong("hbase.hregion.majorcompaction", 0);
    MiniDFSCluster cluster =
        TypedVolumes.start(conf, new File(UTIL.getDataTestDir("dfs").toUri().getPath()), 1);
    hdfs = cluster.getFileSystem();
    UTIL.setDFSCluster(cluster);
    UTIL.startMiniCluster(1);
  }

  @AfterAll
  static void stop() throws Exception {
    UTIL.shutdownMiniCluster();
  }

  @AfterEach
  void drop() throws Exception {
    UTIL.deleteTable(table);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DEFAULT", "FILE"})
  void filesAreOnTheStorageOfTheirTier(String tracker) throws Exception {
    create(Map.of(StoreFileTrackerFactory.TRACKER_IMPL, tracker));
    writeSlowFile();
    writeFile(FILES);
    assertThat(placements()).containsExactly("ARCHIVE COLD", "SSD ALL_SSD");
    audit();
    assertThat(gauge("tieredMisplacedBytes")).isZero();
    assertThat(gauge("tieredBytesReal_archive")).isEqualTo(length(0));
    assertThat(gauge("tieredBytesReal_ssd")).isEqualTo(length(1));
    assertThat(gauge("tieredBytesReal_disk")).isZero();
    assertThat(gauge("tieredBytesIntended_archive")).isEqualTo(length(0));
    assertThat(gauge("tieredBytesIntended_ssd")).isEqualTo(length(1));
    assertThat(gauge("tieredBytesIntended_disk")).isZero();
    assertThat(gauge("tieredBytes_0")).isEqualTo(length(1));
    assertThat(gauge("tieredBytes_1")).isEqualTo(length(0));
    TierFigures figures = ((TierEngine) store().getStoreEngine()).tiers().orElseThrow();
    assertThat(figures.placed())
        .contains(
            new TierFigures.Placed(
                Map.of("ARCHIVE", length(0), "SSD", length(1)),
                Map.of("ARCHIVE", length(0), "SSD", length(1)),
                0,
                0,
                0));
    assertThat(figures.written().merged()).startsWith(0L, length(0), 0L);
  }

  /** HDFS reports no policy for such a file, and means its default one. */
  @Test
  void familyWithoutAPolicyHasThatOfHdfs() throws Exception {
    create(Map.of(), ColumnFamilyDescriptorBuilder.of(FAMILY));
    writeSlowFile();
    writeFile(FILES);
    assertThat(placements()).containsExactly("ARCHIVE COLD", "DISK HOT");
    audit();
    assertThat(gauge("tieredMisplacedBytes")).isZero();
    assertThat(gauge("tieredBytesIntended_disk")).isEqualTo(length(1));
    assertThat(placements()).containsExactly("ARCHIVE COLD", "DISK HOT");
    Path folder = file(0).getPath().getParent();
    assertThat(HdfsPolicies.of(hdfs).orElseThrow().list(folder.toString()).files().values())
        .extracting(StoredFile::policy)
        .as("no file would be settled")
        .containsExactlyInAnyOrder("COLD", "HOT");
  }

  @Test
  void wrongFilesAreReportedAndGetTheirPolicyAtTheNextAudit() throws Exception {
    create(Map.of());
    writeWrongFiles();
    audit();
    assertThat(gauge("tieredMisplacedBytes")).isEqualTo(length(0) + length(1));
    assertThat(gauge("tieredBytesReal_disk")).isEqualTo(length(0));
    assertThat(gauge("tieredBytesReal_archive")).isEqualTo(length(1));
    assertThat(gauge("tieredBytesIntended_archive")).isEqualTo(length(0));
    assertThat(gauge("tieredBytesIntended_ssd")).isEqualTo(length(1));
    assertThat(placements()).containsExactly("DISK COLD", "ARCHIVE ALL_SSD");
    assertThat(wasAskedToMove(0)).isFalse();
    audit();
    assertThat(gauge("tieredMisplacedBytes"))
        .as("no block was moved")
        .isEqualTo(length(0) + length(1));
  }

  @Test
  void wrongFilesAreReportedAndLeftAloneIfTheTableWantsThat() throws Exception {
    create(Map.of("lighter.tiered.settle", "none"));
    writeWrongFiles();
    audit();
    assertThat(gauge("tieredMisplacedBytes")).isEqualTo(length(0) + length(1));
    assertThat(placements()).containsExactly("DISK HOT", "ARCHIVE COLD");
  }

  @Test
  void satisfierMovesTheBlocksOfWrongFiles() throws Exception {
    create(Map.of("lighter.tiered.settle", "satisfy"));
    writeWrongFiles();
    audit();
    assertThat(placements()).containsExactly("DISK COLD", "ARCHIVE ALL_SSD");
    assertThat(wasAskedToMove(0)).isTrue();
    assertThat(wasAskedToMove(1)).isTrue();
    audit(); // asks HDFS once more, which ignores that
    NameNodeConnector connector = connector();
    StoragePolicySatisfier satisfier = new StoragePolicySatisfier(conf());
    try {
      satisfier.init(new ExternalSPSContext(satisfier, connector));
      satisfier.start(StoragePolicySatisfierMode.EXTERNAL);
      UTIL.waitFor(WAIT_MS, () -> placements().equals(List.of("ARCHIVE COLD", "SSD ALL_SSD")));
    } finally {
      satisfier.stopGracefully();
      connector.close();
    }
    audit();
    assertThat(gauge("tieredMisplacedBytes")).isZero();
    assertThat(UTIL.countRows(table)).isEqualTo((FILES + 1) * ROWS);
  }

  /** As Hadoop's own satisfier connects ({@code ExternalStoragePolicySatisfier}). */
  private static NameNodeConnector connector() throws IOException {
    return NameNodeConnector.newNameNodeConnectors(
            DFSUtil.getInternalNsRpcUris(conf()),
            "satisfier",
            HdfsServerConstants.MOVER_ID_PATH,
            conf(),
            NameNodeConnector.DEFAULT_MAX_IDLE_ITERATIONS)
        .get(0);
  }

  /** The sum of the inputs belongs to the slow tier, what is left after overwrites does not. */
  @Test
  void smallOutputIsSettledAfterItsCommitAndForecastTheNextTime() throws Exception {
    create(Map.of());
    for (int flush = 0; flush < FILES; flush++) {
      writeFile(0);
    }
    merge();
    UTIL.waitFor(WAIT_MS, () -> placements().equals(List.of("ARCHIVE ALL_SSD")));
    assertThat(gauge("tieredForecastErrorPercent")).isBetween(30L, 100L);
    for (int flush = 1; flush < FILES; flush++) {
      writeFile(0);
    }
    merge();
    assertThat(placements()).containsExactly("SSD ALL_SSD");
  }

  @Test
  void sumOfTheInputsIsExpectedWithoutForecast() throws Exception {
    create(Map.of("lighter.tiered.forecast", "false", "lighter.tiered.settle", "none"));
    for (int round = 0; round < 2; round++) {
      for (int flush = round; flush < FILES; flush++) {
        writeFile(0);
      }
      merge();
      assertThat(placements()).containsExactly("ARCHIVE COLD");
    }
  }

  @Test
  void unfinishedOutputOfACrashIsDeletedWhenTheStoreOpens() throws Exception {
    create(Map.of(StoreFileTrackerFactory.TRACKER_IMPL, "FILE"));
    writeSlowFile();
    writeFile(FILES);
    Path family = file(0).getPath().getParent();
    Path folder = new Path(family, "storage_policy_COLD");
    assertThat(hdfs.listStatus(folder)).as("HBase leaves the folder").isEmpty();
    Path unfinished = new Path(folder, "0123456789abcdef0123456789abcdef");
    hdfs.create(unfinished).close();
    store().getStoreEngine().initialize(true);
    assertThat(hdfs.exists(unfinished)).as("another region server may write it").isTrue();
    reopen();
    assertThat(hdfs.exists(unfinished)).isFalse();
    assertThat(placements()).containsExactly("ARCHIVE COLD", "SSD ALL_SSD");
    assertThat(UTIL.countRows(table)).isEqualTo((FILES + 1) * ROWS);
  }

  private void create(Map<String, String> settings) throws Exception {
    create(
        settings,
        ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setStoragePolicy("ALL_SSD").build());
  }

  private void create(Map<String, String> settings, ColumnFamilyDescriptor family)
      throws Exception {
    TableDescriptorBuilder builder =
        TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(family)
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, SmallTieredEngine.class.getName());
    settings.forEach(builder::setValue);
    UTIL.createTable(builder.build(), null);
  }

  private static Configuration conf() {
    return UTIL.getConfiguration();
  }

  private HRegionServer server() throws Exception {
    return UTIL.getRSForFirstRegionInTable(table);
  }

  private HStore store() throws Exception {
    return server().getRegions(table).get(0).getStore(FAMILY);
  }

  /** Returns a file by its age, the oldest first. */
  private HStoreFile file(int number) throws Exception {
    return List.copyOf(store().getStorefiles()).get(number);
  }

  private long length(int number) throws Exception {
    return hdfs.getFileStatus(file(number).getPath()).getLen();
  }

  /** Writes a file of about 10 kB with the rows of a number. */
  private void writeFile(int rows) throws Exception {
    HRegion region = store().getHRegion();
    for (int row = 0; row < ROWS; row++) {
      region.put(
          new Put(Bytes.toBytes("r%02d%04d".formatted(rows, row)))
              .addColumn(FAMILY, FAMILY, new byte[1_000]));
    }
    region.flush(true);
  }

  /** Has the store's only run merged, which must be full. */
  private void merge() throws Exception {
    HStore store = store();
    assertThat(store.getStorefilesCount()).isEqualTo(FILES);
    UTIL.getAdmin().compact(table);
    UTIL.waitFor(WAIT_MS, () -> store.getStorefilesCount() == 1);
  }

  private void writeSlowFile() throws Exception {
    for (int flush = 0; flush < FILES; flush++) {
      writeFile(flush);
    }
    merge();
  }

  /** Leaves a slow file on DISK with policy HOT, and a newer fast one on ARCHIVE with COLD. */
  private void writeWrongFiles() throws Exception {
    writeSlowFile();
    writeFile(FILES);
    List<Path> paths = List.of(file(0).getPath(), file(1).getPath());
    UTIL.getAdmin().disableTable(table);
    rewrite(paths.get(0), "HOT");
    rewrite(paths.get(1), "COLD");
    UTIL.getAdmin().enableTable(table);
    assertThat(placements()).containsExactly("DISK HOT", "ARCHIVE COLD");
  }

  private static void rewrite(Path file, String policy) throws Exception {
    Path folder = new Path("/by-hand-" + policy);
    hdfs.mkdirs(folder);
    hdfs.setStoragePolicy(folder, policy);
    Path copy = new Path(folder, file.getName());
    FileUtil.copy(hdfs, file, hdfs, copy, false, conf());
    hdfs.setStoragePolicy(copy, policy);
    hdfs.delete(file, false);
    hdfs.rename(copy, file);
  }

  private void reopen() throws Exception {
    UTIL.getAdmin().disableTable(table);
    UTIL.getAdmin().enableTable(table);
  }

  /** Looks at the store as the region server's own audit does, which comes once a day. */
  private void audit() throws Exception {
    TieredCompactionPolicy policy =
        (TieredCompactionPolicy) store().getStoreEngine().getCompactionPolicy();
    new StoreAudit(HdfsPolicies.of(hdfs).orElseThrow(), true).look(policy.tiers());
  }

  /** Returns storage types and policy of each file of the store, the oldest first. */
  private List<String> placements() throws Exception {
    List<String> placements = new ArrayList<>();
    for (HStoreFile file : store().getStorefiles()) {
      Set<String> types = new TreeSet<>();
      for (BlockLocation block : hdfs.getFileBlockLocations(file.getPath(), 0, Long.MAX_VALUE)) {
        Stream.of(block.getStorageTypes()).map(StorageType::name).forEach(types::add);
      }
      String policy = hdfs.getStoragePolicy(file.getPath()).getName();
      placements.add(String.join(",", types) + " " + policy);
    }
    return placements;
  }

  private boolean wasAskedToMove(int number) throws Exception {
    return hdfs.listXAttrs(file(number).getPath()).contains(SPS_ATTRIBUTE);
  }

  private static long gauge(String name) {
    return MetricRegistries.global()
        .get(MetricProcess.REGION_SERVER.registry())
        .flatMap(registry -> registry.get(name))
        .map(gauge -> ((Number) ((Gauge<?>) gauge).getValue()).longValue())
        .orElseThrow();
  }
}
