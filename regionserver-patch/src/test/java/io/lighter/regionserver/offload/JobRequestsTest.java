// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.CompactionJobId;
import io.lighter.common.OutputPlace;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.hdfs.HdfsFileSettings;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.ConfigurationEntry;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.rpc.Protocol;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Settings of this region server in a request, also after an operator has changed its site. */
class JobRequestsTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final String PURGE = "hbase.hstore.time.to.purge.deletes";
  private static final String INDEX_BLOCK = "hfile.index.block.max.size";

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private final JobRequests requests =
      new JobRequests(
          conf, ServerName.valueOf("rs", 1, 1), Optional.empty(), region -> null, List::of);
  private HRegion region;
  private HStore store;

  @BeforeEach
  void createRegion() throws Exception {
    conf.set(PURGE, "1000");
    conf.set(HConstants.COMPACTION_KV_MAX, "7");
    conf.set(INDEX_BLOCK, "1024");
    TableName name = TableName.valueOf("changed");
    region =
        HBaseTestingUtility.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(name).build(),
            util.getDataTestDir(),
            conf,
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build());
    store = region.getStore(FAMILY);
  }

  @AfterEach
  void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(region);
    util.cleanupTestDir();
  }

  /**
   * A request keeps the value from the store's opening, like HBase's own compactor (first
   * assertion).
   */
  @Test
  void requestHasAnOpeningSettingAsOfTheStoresOpening() throws Exception {
    List<ConfigurationEntry> opening = requests.readAtOpening();
    conf.set(PURGE, "5000");
    conf.set(HConstants.KEEP_SEQID_PERIOD, "50");
    conf.unset(HConstants.COMPACTION_KV_MAX);
    store.onConfigurationChange(conf);

    assertThat(store.getScanInfo().getTimeToPurgeDeletes()).isEqualTo(1000);
    assertThat(sent(opening))
        .containsEntry(PURGE, "1000")
        .containsEntry(HConstants.COMPACTION_KV_MAX, "7")
        .doesNotContainKey(HConstants.KEEP_SEQID_PERIOD);
    assertThat(sent(requests.readAtOpening()))
        .as("a store that opens now")
        .containsEntry(PURGE, "5000")
        .containsEntry(HConstants.KEEP_SEQID_PERIOD, "50")
        .doesNotContainKey(HConstants.COMPACTION_KV_MAX);
  }

  /** HBase's writer reads the value for each file, from the same configuration. */
  @Test
  void requestHasThePresentValueOfASettingReadForEachFile() throws Exception {
    List<ConfigurationEntry> opening = requests.readAtOpening();
    conf.set(INDEX_BLOCK, "2048");

    assertThat(store.getReadOnlyConfiguration().get(INDEX_BLOCK)).isEqualTo("2048");
    assertThat(sent(opening)).containsEntry(INDEX_BLOCK, "2048");
  }

  /** An older server would ignore the labels, and drop cells that are not deleted. */
  @Test
  void requestWithLabelsHasAVersionThatOlderServersReject() {
    assertThat(JobRequests.version(true, OutputPlace.JOB_FOLDER))
        .isEqualTo(Protocol.LABELS_VERSION)
        .isGreaterThan(1);
    assertThat(JobRequests.version(false, OutputPlace.JOB_FOLDER)).isEqualTo(1);
  }

  /** An older server would delete an output that the region server may have committed. */
  @Test
  void requestForTheFamilysFolderHasAVersionThatOlderServersReject() {
    assertThat(JobRequests.version(false, OutputPlace.FAMILY_FOLDER))
        .isEqualTo(Protocol.FAMILY_FOLDER_VERSION)
        .isGreaterThan(Protocol.LABELS_VERSION);
    assertThat(JobRequests.version(true, OutputPlace.FAMILY_FOLDER))
        .isEqualTo(Protocol.FAMILY_FOLDER_VERSION);
  }

  @Test
  void planForTheFamilysFolderHasNoStoragePolicies() {
    CompactionPlan plan =
        CompactionPlan.newBuilder()
            .setDateTiered(
                CompactionPlan.DateTiered.newBuilder()
                    .addLowerBoundary(1)
                    .addPolicyBoundary(1)
                    .addPolicy("HOT"))
            .build();

    assertThat(JobRequests.inFamilyFolder(plan))
        .isEqualTo(
            CompactionPlan.newBuilder()
                .setDateTiered(CompactionPlan.DateTiered.newBuilder().addLowerBoundary(1))
                .build());
  }

  /** HDFS keeps the same attributes of an output as of a file of this region server. */
  @Test
  void requestHasTheRegionServersFileSettingsAndLocation() throws Exception {
    HdfsFileSettings settings = new HdfsFileSettings(2, 1 << 20, 0027, "CRC32", 512);
    InetSocketAddress favored = InetSocketAddress.createUnresolved("dn1.example.com", 9866);
    JobRequests onHdfs =
        new JobRequests(
            conf,
            ServerName.valueOf("rs", 1, 1),
            Optional.of(settings),
            asked ->
                asked.equals(region.getRegionInfo()) ? new InetSocketAddress[] {favored} : null,
            () -> List.of("10.0.0.7", "fd00::7"));

    SubmitRequest request = request(onHdfs, List.of());

    assertThat(HdfsFileSettings.of(request.getFileSettings())).isEqualTo(settings);
    assertThat(request.getFavoredNodeList()).containsExactly("dn1.example.com:9866");
    assertThat(request.getRegionServerAddressList()).containsExactly("10.0.0.7", "fd00::7");
    assertThat(request(requests, List.of()).hasFileSettings()).as("not on HDFS").isFalse();
  }

  /** A live set is only written for a region whose sequence ids are settled by the observer. */
  @Test
  void requestOfARegionWithoutTheIndexObserverSaysNothingOfIndexes() throws Exception {
    assertThat(request(requests, List.of()).hasIndexSettledSeqId()).isFalse();
  }

  private Map<String, String> sent(List<ConfigurationEntry> opening) throws Exception {
    return request(requests, opening).getConfigurationList().stream()
        .collect(Collectors.toMap(ConfigurationEntry::getKey, ConfigurationEntry::getValue));
  }

  private SubmitRequest request(JobRequests from, List<ConfigurationEntry> opening)
      throws Exception {
    return from.of(
        CompactionJobId.random(),
        store,
        DefaultStoreEngine.class.getName(),
        new CompactionRequestImpl(List.of()),
        CompactionPlan.getDefaultInstance(),
        OffloadSettings.of(LighterConfiguration.of(new Configuration(false))),
        opening);
  }
}
