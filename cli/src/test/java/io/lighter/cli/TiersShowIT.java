// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.fixtures.CliRun;
import io.lighter.testing.fixtures.MiniClusterSite;
import io.lighter.testing.fixtures.TypedVolumes;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code lighter tiers show} of tables on a DataNode with three volumes. */
class TiersShowIT {
  private static final TableName TABLE = TableName.valueOf("shown");
  private static final byte[] FAMILY = Bytes.toBytes("f");

  private static final int SMALL = 10_000;
  private static final int LARGE = 4_000_000;

  private static HBaseTestingUtility util;
  private static MiniDFSCluster hdfs;

  private int row;

  @BeforeAll
  static void start() throws Exception {
    util = new HBaseTestingUtility();
    Configuration conf = util.getConfiguration();
    MiniClusterSite.applyTo(conf);
    util.startMiniZKCluster();
    hdfs = TypedVolumes.start(conf, new File(util.getDataTestDir("hdfs").toString()), 1);
    util.setDFSCluster(hdfs);
    util.startMiniCluster(StartMiniClusterOption.builder().numDataNodes(1).build());
  }

  @AfterAll
  static void stop() throws Exception {
    util.shutdownMiniCluster();
  }

  @AfterEach
  void drop() throws IOException {
    util.deleteTableIfAny(TABLE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DEFAULT", "FILE"})
  void filesAreShownWithTheTypesThatHoldTheirBlocks(String tracker) throws Exception {
    create(EngineName.TIERED.className(), tracker);
    flush(SMALL);
    flush(SMALL);
    hdfs.getFileSystem().setStoragePolicy(newestFile(), "COLD"); // its blocks stay

    CliRun run = run();
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .startsWith("table: shown\n")
        .containsPattern("family f: 2 files, level 0 is 64.0 KB\n")
        .containsPattern("(\n0 +1 +1 +\\* \\(ALL_SSD\\) +\\S+ KB +SSD \\S+ KB +[0-9a-f]{32}){2}\n");
    JsonObject json = JsonParser.parseString(run("--json").out()).getAsJsonObject();
    JsonArray files = files(json);
    assertThat(files).hasSize(2);
    long bytes = 0;
    for (int i = 0; i < 2; i++) {
      JsonObject file = files.get(i).getAsJsonObject();
      assertThat(file.getAsJsonObject("real_bytes").keySet()).containsExactly("SSD");
      assertThat(file.getAsJsonObject("real_bytes").get("SSD").getAsLong())
          .isEqualTo(file.get("bytes").getAsLong());
      bytes += file.get("bytes").getAsLong();
    }
    assertThat(json.getAsJsonObject("real_bytes").get("SSD").getAsLong()).isEqualTo(bytes);
    assertThat(json.getAsJsonObject("intended_bytes").get("SSD").getAsLong())
        .isEqualTo(bytes * hdfs.getFileSystem().getFileStatus(newestFile()).getReplication());
  }

  /**
   * Half of 64 MB takes the files below 8 MB, whether a flush has 4 MB or 64 KB. The inputs of the
   * merge are still in the folder.
   */
  @Test
  void mergedFileIsShownInItsTierWithoutItsInputs() throws Exception {
    create(EngineName.TIERED.className(), "DEFAULT");
    for (int i = 0; i < 3; i++) {
      flush(LARGE);
    }
    util.getAdmin().majorCompact(TABLE);
    util.waitFor(60_000, () -> store().getStorefilesCount() == 1);
    flush(SMALL);
    assertThat(hdfs.getFileSystem().listStatus(newestFile().getParent())).hasSize(5);

    JsonArray files = files(JsonParser.parseString(run("--json").out()).getAsJsonObject());
    List<String> places = new ArrayList<>();
    files.forEach(
        each -> {
          JsonObject file = each.getAsJsonObject();
          places.add(
              "tier %d %s %s"
                  .formatted(
                      file.get("tier").getAsInt(),
                      file.get("policy").getAsString(),
                      file.getAsJsonObject("real_bytes").keySet()));
        });
    assertThat(places).containsExactly("tier 2 COLD [ARCHIVE]", "tier 1 * [SSD]");
  }

  @Test
  void tableWithHBasesEngineIsRefused() throws Exception {
    create("org.apache.hadoop.hbase.regionserver.DefaultStoreEngine", "DEFAULT");

    CliRun run = run();
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .startsWith("lighter: table shown: no family has the engine tiered; see 'lighter engine");
  }

  private static void create(String engine, String tracker) throws IOException {
    util.createTable(
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                    .setStoragePolicy("ALL_SSD")
                    .build())
            .setValue("hbase.hstore.engine.class", engine)
            .setValue("hbase.store.file-tracker.impl", tracker)
            .setValue("lighter.tiered.tiers", "*:4:64MB;COLD:4")
            .setValue("lighter.tiered.base.min", "64KB")
            .setValue("lighter.engine.archive.at.once", "false")
            .build(),
        null);
  }

  private void flush(int bytes) throws IOException {
    try (Table table = util.getConnection().getTable(TABLE)) {
      table.put(new Put(Bytes.toBytes(row++)).addColumn(FAMILY, FAMILY, new byte[bytes]));
    }
    util.flush(TABLE);
  }

  private static HStore store() {
    return util.getHBaseCluster().getRegions(TABLE).get(0).getStore(FAMILY);
  }

  private static Path newestFile() {
    return store().getStorefiles().stream().reduce((older, newer) -> newer).orElseThrow().getPath();
  }

  private static JsonArray files(JsonObject json) {
    assertThat(json.getAsJsonArray("stores")).hasSize(1);
    return json.getAsJsonArray("stores").get(0).getAsJsonObject().getAsJsonArray("files");
  }

  private static CliRun run(String... options) {
    List<String> args = new ArrayList<>(List.of("tiers", "show", TABLE.getNameAsString()));
    args.addAll(List.of(options));
    return CliRun.of(
        Lighter.commandLine(() -> new Configuration(util.getConfiguration())),
        args.toArray(String[]::new));
  }
}
